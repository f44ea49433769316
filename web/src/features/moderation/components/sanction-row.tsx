import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { moveFocusFromRow } from '../../../ui/use-restore-focus.ts';

type SanctionRowProps = {
  player: { userId: number; username: string; avatarUrl: string | null };
  /** The end or remaining time of the sanction. */
  endsLabel: ReactNode;
  /** When the sanction ends automatically (ISO 8601). After that time, it cannot be ended manually. */
  until?: string;
  reason: string | null;
  by: string | null;
  /** True if the viewer is allowed to end the sanction. */
  mayChange: boolean;
  /** The action that ends the sanction, and its texts. `queryKey` is the key of the list to invalidate. */
  end: { call: () => Promise<unknown>; word: string; label: string; done: string; failed: string };
  queryKey: QueryKey;
};

/** Show a muted or suspended player with reason and author, and a button to end the sanction. */
export function SanctionRow({
  player,
  endsLabel,
  until,
  reason,
  by,
  mayChange,
  end,
  queryKey,
}: SanctionRowProps) {
  const client = useQueryClient();
  const isOver = useEachSecond((now) => until !== undefined && Date.parse(until) <= now, until !== undefined);
  const { run, busy, error } = useStaffAction({
    call: (_from: Element) => end.call(),
    successText: () => end.done,
    errorText: end.failed,
    onDone: (_response, from) => {
      // Move the focus, because the pressed button is removed with its row.
      moveFocusFromRow(from);
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <li>
      <PersonRow
        player={{ id: player.userId, username: player.username, avatarUrl: player.avatarUrl }}
        note={
          <Stack as="span" gap={1}>
            <Meta as="span">
              <Text as="span" tone="text" weight="medium" tabular>
                {endsLabel}
              </Text>
              <span>{by === null ? MUTES_TEXTS.byDeletedUser : MUTES_TEXTS.by(by)}</span>
              {!isOver && !mayChange && <span>{MUTES_TEXTS.onlyAdmins}</span>}
            </Meta>
          </Stack>
        }
      >
        {!isOver && mayChange && (
          <Button
            size="small"
            busy={busy}
            aria-label={end.label}
            onClick={(event) => run(event.currentTarget)}
          >
            {end.word}
          </Button>
        )}
      </PersonRow>
      {reason && (
        <Text paddingBottom={3} className={staff.untrusted} dir="auto">
          {reason}
        </Text>
      )}
      <ErrorMessage text={error} />
    </li>
  );
}
