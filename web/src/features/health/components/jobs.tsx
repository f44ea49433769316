import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { duration, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import desk from '../../../entities/staff/desk.module.css';
import { Card } from '../../../ui/card.tsx';
import { Figures } from './figures.tsx';
import { Mark, stateOf } from './mark.tsx';

/** Jobs that wait, are under way, or were given up. */
export function Jobs({ health }: { health: SiteHealth }) {
  const { jobs } = health;
  return (
    <Card title={TEXTS.jobs} action={<Mark state={stateOf(health, 'jobs')} />}>
      <p className={desk.text}>{jobs.length > 0 ? TEXTS.jobsText : TEXTS.jobsEmpty}</p>
      {jobs.length > 0 && (
        <Figures
          caption={TEXTS.jobs}
          heads={[TEXTS.job, TEXTS.waiting, TEXTS.oldest, TEXTS.again, TEXTS.active, TEXTS.failedCount]}
          rows={jobs.map(({ name, waiting, oldestMs, again, active, failed }) => ({
            key: name,
            name: <code>{name}</code>,
            cells: [
              TEXTS.number(waiting),
              oldestMs === null ? TEXTS.none : duration(oldestMs),
              TEXTS.number(again),
              TEXTS.number(active),
              TEXTS.number(failed),
            ],
            isBad: failed > 0,
          }))}
        />
      )}
    </Card>
  );
}
