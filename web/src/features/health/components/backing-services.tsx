import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import {
  formatDuration,
  HEALTH_SERVICE_TEXTS,
  HEALTH_TEXTS as TEXTS,
} from '@rivalhold/shared/texts/health.ts';
import { Meta } from '../../../entities/staff/meta.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Tag } from '../../../ui/tag.tsx';
import styles from './health.module.css';
import { StatusMark, worstState } from './status-mark.tsx';

type Service = SiteHealth['engines'][number];

function ServiceFacts({ service: { engine: service, kind, isUp, since, ms } }: { service: Service }) {
  if (isUp === null) return <span>{TEXTS.untriedText}</span>;
  return (
    <>
      <span>{TEXTS.kind(kind)}</span>
      {since && (
        <span>
          {TEXTS.since('')} <DateTime time={since} />
        </span>
      )}
      {ms !== null && (
        <span>
          {service === 'replica' ? TEXTS.behind(formatDuration(ms)) : TEXTS.answers(formatDuration(ms))}
        </span>
      )}
    </>
  );
}

/** The database, the store and the other services, and since when each is there or away. */
export function BackingServices({ health }: { health: SiteHealth }) {
  return (
    <Card title={TEXTS.engines} action={<StatusMark state={worstState(health, 'engines', 'database')} />}>
      <Stack as="ul" gap={3} aria-label={TEXTS.engines} className={styles.services}>
        {health.engines.map((service) => (
          <li key={service.engine}>
            <strong>{HEALTH_SERVICE_TEXTS[service.engine]}</strong>
            {service.isUp === null ? (
              <Tag tone="text" weight="medium">
                {TEXTS.untried}
              </Tag>
            ) : (
              <StatusMark
                state={service.isUp ? 'well' : 'act'}
                label={service.isUp ? TEXTS.up : TEXTS.down}
              />
            )}
            <Meta as="span">
              <ServiceFacts service={service} />
            </Meta>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
