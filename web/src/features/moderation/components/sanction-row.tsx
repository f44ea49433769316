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
  /** How long it lasts. */
  endsLabel: ReactNode;
  /** When it ends by itself, and there is nothing left to end (ISO 8601). */
  until?: string;
  reason: string | null;
  by: string | null;
  /** Whether it is for the viewer to end. */
  mayChange: boolean;
  /** What ends it, and the list it then leaves. */
  end: { call: () => Promise<unknown>; word: string; label: string; done: string; failed: string };
  queryKey: QueryKey;
};

/** Somebody who is muted or suspended, with why and by whom, and the way to end it. */
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
      // The button that was pressed goes with the row.
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
