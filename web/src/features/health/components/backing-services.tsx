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
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import styles from './health.module.css';
import { StatusMark, worstState } from './status-mark.tsx';

type Service = SiteHealth['services'][number];

function ServiceFacts({ service: { name, kind, isUp, since, ms } }: { service: Service }) {
  if (isUp === null) return <span>{TEXTS.unusedText}</span>;
  return (
    <>
      <span>{TEXTS.kind(kind)}</span>
      {since && (
        <span>
          <SentenceText parts={TEXTS.since(<DateTime time={since} />)} />
        </span>
      )}
      {ms !== null && (
        <span>
          {name === 'replica' ? TEXTS.behind(formatDuration(ms)) : TEXTS.answers(formatDuration(ms))}
        </span>
      )}
    </>
  );
}

/** Show each backing service, such as the database, with its state and the time of the last change. */
export function BackingServices({ health }: { health: SiteHealth }) {
  return (
    <Card title={TEXTS.services} action={<StatusMark state={worstState(health, 'services', 'database')} />}>
      <Stack as="ul" gap={3} aria-label={TEXTS.services} className={styles.services}>
        {health.services.map((service) => (
          <li key={service.name}>
            <strong>{HEALTH_SERVICE_TEXTS[service.name]}</strong>
            {service.isUp === null ? (
              <Tag tone="text" weight="medium">
                {TEXTS.unused}
              </Tag>
            ) : (
              <StatusMark
                state={service.isUp ? 'ok' : 'critical'}
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
