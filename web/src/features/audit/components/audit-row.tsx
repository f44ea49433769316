import type { AuditEntry } from '@rivalhold/shared/contract/audit.ts';
import { AUDIT_TEXTS, auditKindText } from '@rivalhold/shared/texts/audit.ts';
import { parseAuditSubject } from '@rivalhold/shared/texts/audit-subjects.ts';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { fullTime } from '../../../lib/time.ts';
import { PathLink } from '../../../ui/path-link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './audit-row.module.css';

type PlayerNameProps = { id: number | null; name: string | null };

/** A player who is still there, one who is gone, or the operator, who has no account. */
function PlayerName({ id, name }: PlayerNameProps) {
  if (id === null) return AUDIT_TEXTS.operator;
  if (name === null) return AUDIT_TEXTS.gone(id);
  return (
    <PlayerLink player={{ id, username: name }} className={styles.name}>
      {name}
    </PlayerLink>
  );
}

/** A time is told as a time, in the reader's zone. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const formatKind = (text: string | null): string | null => (text && ISO.test(text) ? fullTime(text) : text);

/** One act: who, what, to whom, when, and what it changed, always as text. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const subject = entry.subject === null ? null : parseAuditSubject(entry.kind, entry.subject);
  const details: { label: string; text: string | null; path?: string | null | undefined }[] = [
    { label: AUDIT_TEXTS.subject, text: subject?.text ?? null, path: subject?.path },
    { label: AUDIT_TEXTS.before, text: formatKind(entry.before) },
    { label: AUDIT_TEXTS.after, text: formatKind(entry.after) },
    { label: AUDIT_TEXTS.reason, text: entry.reason },
  ].filter(({ text }) => text !== null && text !== '');
  const hasTarget = entry.targetId !== null || entry.targetName !== null;
  return (
    <li className={styles.row}>
      <p className={styles.head}>
        <strong>{auditKindText(entry.kind)}</strong>
        <span className={styles.player}>
          <PlayerName id={entry.actorId} name={entry.actorName} />
          {hasTarget && (
            <>
              <span role="img" aria-label={AUDIT_TEXTS.to} className={rhythm.quiet}>
                →
              </span>
              <PlayerName id={entry.targetId} name={entry.targetName} />
            </>
          )}
        </span>
        <RelativeTime time={entry.createdAt} className={styles.time} />
      </p>
      {details.length > 0 && (
        <dl className={styles.details}>
          {details.map(({ label, text, path }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={staff.untrusted} dir="auto">
                {path ? <PathLink path={path}>{text}</PathLink> : text}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
