import type { AuditEntry } from '@rivalhold/shared/contract/audit.ts';
import { AUDIT_TEXTS, auditKindText } from '@rivalhold/shared/texts/audit.ts';
import { parseAuditSubject } from '@rivalhold/shared/texts/audit-subjects.ts';
import { STAFF_ACTION_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { fullTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { PathLink } from '../../../ui/path-link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Text } from '../../../ui/text.tsx';
import { moveFocusFromRow } from '../../../ui/use-restore-focus.ts';
import { restoreContent } from '../api.ts';
import styles from './audit-row.module.css';

type PlayerNameProps = { id: number | null; name: string | null };

/** Link a player's name. A deleted player, and the operator, who has no account, are shown as text without a link. */
function PlayerName({ id, name }: PlayerNameProps) {
  if (id === null) return AUDIT_TEXTS.operator;
  if (name === null) return AUDIT_TEXTS.deletedPlayer(id);
  return (
    <PlayerLink player={{ id, username: name }}>
      <Text as="span" weight="medium">
        {name}
      </Text>
    </PlayerLink>
  );
}

/** Matches the timestamps in an entry, so that they can be shown in the viewer's time zone. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const formatKind = (text: string | null): string | null => (text && ISO.test(text) ? fullTime(text) : text);

/** Show a staff action: actor, action, target, time and changes. The values are never rendered as HTML. */
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
    <Stack as="li" gap={2} paddingBlock={3}>
      <Row as="p" gap={3} align="baseline" wrap rowGap={1}>
        <strong>{auditKindText(entry.kind)}</strong>
        <Row as="span" inline gap={2} align="stretch" wrap>
          <PlayerName id={entry.actorId} name={entry.actorName} />
          {hasTarget && (
            <>
              <Text as="span" role="img" aria-label={AUDIT_TEXTS.to} tone="quiet">
                →
              </Text>
              <PlayerName id={entry.targetId} name={entry.targetName} />
            </>
          )}
        </Row>
        <RelativeTime time={entry.createdAt} className={styles.time} />
      </Row>
      {details.length > 0 && (
        <Facts fill={2} radius={1} paddingBlock={2} paddingInline={3} size={1}>
          {details.map(({ label, text, path }) => (
            <Fact key={label} name={label} className={staff.untrusted} dir="auto">
              {path ? <PathLink path={path}>{text}</PathLink> : text}
            </Fact>
          ))}
        </Facts>
      )}
      {entry.restorable && <RestoreButton entry={entry} />}
    </Stack>
  );
}

/** Show the button that restores the deleted content of an entry. */
function RestoreButton({ entry }: { entry: AuditEntry }) {
  const client = useQueryClient();
  const { run, busy, error } = useStaffAction({
    call: (_from: Element) => restoreContent(entry.id),
    successText: () => STAFF_ACTION_TEXTS.restored,
    errorText: STAFF_ACTION_TEXTS.restoreFailed,
    onDone: (_reply, from) => {
      // Move the focus, because the pressed button is removed.
      moveFocusFromRow(from);
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
  });
  return (
    <div>
      <Button size="small" busy={busy} onClick={(event) => run(event.currentTarget)}>
        {STAFF_ACTION_TEXTS.restore}
      </Button>
      <ErrorMessage text={error} />
    </div>
  );
}
