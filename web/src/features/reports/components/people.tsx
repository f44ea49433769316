import type { ReportFile } from '@rivalhold/shared/contract/reports.ts';
import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { DateTime } from '../../../ui/date-time.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './reports.module.css';

type Person = ReportFile['reportedIs'];

function Facts({
  person,
  countText,
}: {
  person: Person;
  countText: (all: number, upheld: number) => string;
}) {
  if (!person) return <span>{QUEUE_TEXTS.hasLeft}</span>;
  const { joinedAt, mutedUntil, suspended, suspendedUntil, reports, upheld } = person;
  return (
    <>
      <span>
        {QUEUE_TEXTS.joined} <RelativeTime time={joinedAt} />
      </span>
      <span>{countText(reports, upheld)}</span>
      {mutedUntil && (
        <span className={styles.activeSanction}>
          {QUEUE_TEXTS.mutedUntil} <DateTime time={mutedUntil} />
        </span>
      )}
      {suspended && (
        <span className={styles.activeSanction}>
          {suspendedUntil ? (
            <>
              {QUEUE_TEXTS.suspendedUntil} <DateTime time={suspendedUntil} />
            </>
          ) : (
            QUEUE_TEXTS.suspendedForGood
          )}
        </span>
      )}
    </>
  );
}

/** Whose it is, and who reported it: since when they are here, and what came of reports before. */
export function People({ file: { report, reportedIs, reporterIs } }: { file: ReportFile }) {
  const rows = [
    {
      roleText: QUEUE_TEXTS.author,
      player: report.reported,
      person: reportedIs,
      counted: QUEUE_TEXTS.reportedOf,
    },
    {
      roleText: QUEUE_TEXTS.reporter,
      player: report.reporter,
      person: reporterIs,
      counted: QUEUE_TEXTS.reportedBefore,
    },
  ];
  return (
    <dl className={styles.participants}>
      {rows.map(({ roleText, player, person, counted }) => (
        <div key={roleText}>
          <dt>{roleText}</dt>
          <dd className={staff.meta}>
            <PlayerLink player={player} className={styles.name}>
              {player.username}
            </PlayerLink>
            <Facts person={person} countText={counted} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
