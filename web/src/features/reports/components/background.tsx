import type { ReportFile } from '@rivalhold/shared/contract/reports.ts';
import { auditKindText } from '@rivalhold/shared/texts/audit.ts';
import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import desk from '../../../entities/staff/desk.module.css';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { ReportRow } from './report-row.tsx';
import styles from './reports.module.css';

type SaidProps = {
  author: { id: number; username: string };
  text: string;
  time: string;
  /** What is to be known about the line. */
  mark?: string | null;
};

/** A line that somebody wrote, always as text. */
export function Said({ author, text, time, mark }: SaidProps) {
  return (
    <li className={clsx(styles.line, mark && styles.isIt)}>
      <p className={desk.meta}>
        <PlayerLink player={author} className={styles.name}>
          {author.username}
        </PlayerLink>
        <RelativeTime time={time} />
        {mark && <span className={clsx(desk.tag, desk.ember)}>{mark}</span>}
      </p>
      <p className={desk.hostile} dir="auto">
        {text}
      </p>
    </li>
  );
}

type PartProps = { title: string; empty: string; count: number; children: ReactNode };

function Part({ title, empty, count, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {count === 0 ? <p className={desk.text}>{empty}</p> : <ul className={rhythm.stack2}>{children}</ul>}
    </section>
  );
}

/** What stood around the thing, what staff did about its player before, and what else was reported. */
export function Background({ file: { context, history, others } }: { file: ReportFile }) {
  return (
    <>
      <Part title={QUEUE_TEXTS.context} empty={QUEUE_TEXTS.contextEmpty} count={context.length}>
        {context.map((line) => (
          <Said
            key={line.id}
            author={line.author}
            text={line.text}
            time={line.createdAt}
            mark={line.isIt ? QUEUE_TEXTS.isIt : null}
          />
        ))}
      </Part>
      <Part title={QUEUE_TEXTS.history} empty={QUEUE_TEXTS.historyEmpty} count={history.length}>
        {history.map((act) => (
          <li key={`${act.createdAt} ${act.kind}`} className={styles.line}>
            <p className={desk.meta}>
              <strong>{auditKindText(act.kind)}</strong>
              {act.actor && <span>{QUEUE_TEXTS.historyBy(act.actor)}</span>}
              <RelativeTime time={act.createdAt} />
            </p>
            {act.reason && (
              <p className={desk.hostile} dir="auto">
                {act.reason}
              </p>
            )}
          </li>
        ))}
      </Part>
      <Part title={QUEUE_TEXTS.others} empty={QUEUE_TEXTS.othersEmpty} count={others.length}>
        {others.map((other) => (
          <ReportRow key={other.id} report={other} isChosen={false} />
        ))}
      </Part>
    </>
  );
}
