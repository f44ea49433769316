import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import desk from '../../../entities/staff/desk.module.css';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { Button } from '../../../ui/button.tsx';
import { Fault } from '../../../ui/fault.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { passFocus } from '../../../ui/use-kept-focus.ts';
import styles from './mutes.module.css';

type RestrainedRowProps = {
  player: { userId: number; username: string; avatarUrl: string | null };
  /** How long it lasts. */
  lasts: ReactNode;
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
export function RestrainedRow({
  player,
  lasts,
  until,
  reason,
  by,
  mayChange,
  end,
  queryKey,
}: RestrainedRowProps) {
  const client = useQueryClient();
  const isOver = useEachSecond((now) => until !== undefined && Date.parse(until) <= now, until !== undefined);
  const { run, busy, fault } = useDeed({
    call: (_from: Element) => end.call(),
    done: () => end.done,
    failed: end.failed,
    onDone: (_answer, from) => {
      // The button that was pressed goes with the row.
      passFocus(from);
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <li>
      <PersonRow
        player={{ id: player.userId, username: player.username, avatarUrl: player.avatarUrl }}
        note={
          <span className={rhythm.stack1}>
            <span className={desk.meta}>
              <span className={styles.left}>{lasts}</span>
              <span>{by === null ? MUTES_TEXTS.byNobody : MUTES_TEXTS.by(by)}</span>
              {!isOver && !mayChange && <span>{MUTES_TEXTS.onlyAdmins}</span>}
            </span>
          </span>
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
        <p className={clsx(desk.hostile, styles.reason)} dir="auto">
          {reason}
        </p>
      )}
      <Fault text={fault} />
    </li>
  );
}
