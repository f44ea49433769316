import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { duration, ENGINE_TEXTS, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import desk from '../../../entities/staff/desk.module.css';
import { Card } from '../../../ui/card.tsx';
import { Moment } from '../../../ui/moment.tsx';
import styles from './health.module.css';
import { Mark, stateOf } from './mark.tsx';

type Engine = SiteHealth['engines'][number];

function Facts({ engine: { engine, kind, isUp, since, ms } }: { engine: Engine }) {
  if (isUp === null) return <span>{TEXTS.untriedText}</span>;
  return (
    <>
      <span>{TEXTS.kind(kind)}</span>
      {since && (
        <span>
          {TEXTS.since('')} <Moment time={since} />
        </span>
      )}
      {ms !== null && (
        <span>{engine === 'replica' ? TEXTS.behind(duration(ms)) : TEXTS.answers(duration(ms))}</span>
      )}
    </>
  );
}

/** The database, the store and the other services, and since when each is there or away. */
export function Engines({ health }: { health: SiteHealth }) {
  return (
    <Card title={TEXTS.engines} action={<Mark state={stateOf(health, 'engines', 'database')} />}>
      <ul aria-label={TEXTS.engines} className={styles.engines}>
        {health.engines.map((engine) => (
          <li key={engine.engine}>
            <strong>{ENGINE_TEXTS[engine.engine]}</strong>
            {engine.isUp === null ? (
              <span className={desk.tag}>{TEXTS.untried}</span>
            ) : (
              <Mark state={engine.isUp ? 'well' : 'act'} word={engine.isUp ? TEXTS.up : TEXTS.down} />
            )}
            <span className={desk.meta}>
              <Facts engine={engine} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
