import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayLabel } from '../../../lib/day-label.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useHighlight } from '../../../lib/use-highlight.ts';
import { useScrolledToEnd } from '../../../lib/use-scrolled-to-end.ts';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { Button } from '../../../ui/button.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { mentionsPlayer, type Row } from '../lobby.ts';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.tsx';

/** Maximum number of messages that are announced when several arrive together. */
const MAX_ANNOUNCED = 3;

type MessageRowData = Extract<Row, { kind: 'message' }>;
const messageRows = (rows: readonly Row[]) =>
  rows.filter((row): row is MessageRowData => row.kind === 'message');
const newestId = (rows: readonly Row[]): number =>
  messageRows(rows).reduce((newest, { message }) => Math.max(newest, message.id ?? 0), 0);

/** Announce new messages of other players, and private bot replies, while the lobby is open. */
function useAnnouncements(rows: readonly Row[], me: SessionUser): void {
  const announced = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const messages = messageRows(rows);
    const before = announced.current;
    announced.current = new Set(messages.map(({ key }) => key));
    // Announce nothing on the first render. Later, skip messages that are older than the newest known message. They are
    // not new: they were restored, or took the place of deleted messages.
    const newest = before && Math.max(0, ...[...before].map(Number).filter(Number.isFinite));
    const fresh = messages.filter(
      ({ key, message }) =>
        newest !== null &&
        !before?.has(key) &&
        (message.id === null || (message.id > newest && message.userId !== me.id)),
    );
    for (const { message } of fresh.slice(-MAX_ANNOUNCED)) {
      if (mentionsPlayer(message, me)) announce(CHAT_TEXTS.mentioned(message.username, message.text));
      else if (message.type === 'bot') announce(message.text);
      else announce(CHAT_TEXTS[message.type === 'emote' ? 'did' : 'said'](message.username, message.text));
    }
  }, [rows, me]);
}

type MessageListProps = {
  rows: readonly Row[];
  me: SessionUser;
  /** True if the viewer can write in the lobby. */
  canWrite: boolean;
  onReply: (message: ChatMessage) => void;
};

/**
 * Show the messages, the newest at the bottom. The list scrolls to the viewer's own new messages, and to other new
 * messages only while it is scrolled to the end.
 */
export function MessageList({ rows, me, canWrite, onReply }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const newest = newestId(rows);
  /** Id of the newest message when the list was last scrolled to the end. */
  const [readId, setReadId] = useState(newest);
  const { isAway, onScroll, stay, goToEnd, leaveEnd } = useScrolledToEnd(
    scroller,
    () => setReadId(newest),
    list,
  );
  useAnnouncements(rows, me);
  const [highlighted, setHighlighted] = useHighlight();
  const jump = useStableCallback((id: number) => {
    const element = list.current?.querySelector<HTMLElement>(`[data-message="${id}"]`);
    leaveEnd();
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
    setHighlighted(id);
  });

  const last = messageRows(rows).at(-1);
  const ownKey = last?.message.userId === me.id ? last.key : null;
  useLayoutEffect(() => {
    // Scroll to the player's own new message.
    if (ownKey !== null) goToEnd();
  }, [ownKey, goToEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever rows are added or removed
  useLayoutEffect(stay, [rows]);

  const fresh = isAway
    ? messageRows(rows).filter(
        ({ message: lastRow }) => (lastRow.id ?? 0) > readId && lastRow.userId !== me.id,
      ).length
    : 0;
  return (
    <div className={styles.wrapper}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        // `useAnnouncements` announces new messages, without the labels of their buttons.
        aria-live="off"
        aria-label={CHAT_TEXTS.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        <ol ref={list} className={styles.messages}>
          {rows.map((row) =>
            row.kind === 'day' ? (
              <li key={row.key} className={styles.day}>
                <time dateTime={row.time}>{dayLabel(row.time, serverNow())}</time>
              </li>
            ) : (
              <MessageRow
                key={row.key}
                message={row.message}
                isGrouped={row.isGrouped}
                quoted={row.quoted}
                me={me}
                canWrite={canWrite}
                isHighlighted={row.message.id !== null && row.message.id === highlighted}
                onReply={onReply}
                onJump={jump}
              />
            ),
          )}
        </ol>
      </div>
      {isAway && (
        <Button
          variant={fresh > 0 ? 'primary' : 'secondary'}
          size="small"
          className={styles.pill}
          onClick={() => {
            goToEnd();
            // Move the focus, because this button is removed.
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <ArrowDown size={18} aria-hidden="true" />
          {fresh > 0 ? CHAT_TEXTS.newMessages(fresh) : <VisuallyHidden>{CHAT_TEXTS.toNewest}</VisuallyHidden>}
        </Button>
      )}
    </div>
  );
}
