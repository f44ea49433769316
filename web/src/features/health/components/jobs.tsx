import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { formatDuration, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import staff from '../../../entities/staff/staff.module.css';
import { Card } from '../../../ui/card.tsx';
import { StatsTable } from './stats-table.tsx';
import { StatusMark, worstState } from './status-mark.tsx';

/** Show waiting, running and failed jobs. */
export function Jobs({ health }: { health: SiteHealth }) {
  const { jobs } = health;
  return (
    <Card title={TEXTS.jobs} action={<StatusMark state={worstState(health, 'jobs')} />}>
      <p className={staff.text}>{jobs.length > 0 ? TEXTS.jobsText : TEXTS.jobsEmpty}</p>
      {jobs.length > 0 && (
        <StatsTable
          caption={TEXTS.jobs}
          heads={[TEXTS.job, TEXTS.waiting, TEXTS.oldest, TEXTS.retrying, TEXTS.active, TEXTS.failedCount]}
          rows={jobs.map(({ name, waiting, oldestMs, retrying, active, failed }) => ({
            key: name,
            name: <code>{name}</code>,
            cells: [
              TEXTS.number(waiting),
              oldestMs === null ? TEXTS.none : formatDuration(oldestMs),
              TEXTS.number(retrying),
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
