import type { ReportFile } from '@rivalhold/shared/contract/reports.ts';
import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import desk from '../../../entities/staff/desk.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './reports.module.css';

type Person = ReportFile['reportedIs'];

function Facts({ person, counted }: { person: Person; counted: (all: number, upheld: number) => string }) {
  if (!person) return <span>{QUEUE_TEXTS.hasLeft}</span>;
  const { joinedAt, mutedUntil, suspended, suspendedUntil, reports, upheld } = person;
  return (
    <>
      <span>
        {QUEUE_TEXTS.joined} <RelativeTime time={joinedAt} />
      </span>
      <span>{counted(reports, upheld)}</span>
      {mutedUntil && (
        <span className={styles.holds}>
          {QUEUE_TEXTS.mutedUntil} <Moment time={mutedUntil} />
        </span>
      )}
      {suspended && (
        <span className={styles.holds}>
          {suspendedUntil ? (
            <>
              {QUEUE_TEXTS.suspendedUntil} <Moment time={suspendedUntil} />
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
    { as: QUEUE_TEXTS.author, player: report.reported, person: reportedIs, counted: QUEUE_TEXTS.reportedOf },
    {
      as: QUEUE_TEXTS.reporter,
      player: report.reporter,
      person: reporterIs,
      counted: QUEUE_TEXTS.reportedBefore,
    },
  ];
  return (
    <dl className={styles.people}>
      {rows.map(({ as, player, person, counted }) => (
        <div key={as}>
          <dt>{as}</dt>
          <dd className={desk.meta}>
            <PlayerLink player={player} className={styles.name}>
              {player.username}
            </PlayerLink>
            <Facts person={person} counted={counted} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
