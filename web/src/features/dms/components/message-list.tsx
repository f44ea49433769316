import type { DirectMessage, MessageQuote } from '@rivalhold/shared/contract/dms.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { dayLabel } from '../../../lib/day-label.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useHighlight } from '../../../lib/use-highlight.ts';
import { useScrolledToEnd } from '../../../lib/use-scrolled-to-end.ts';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { Button } from '../../../ui/button.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import { toastError } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useHidesMediaBy } from '../../safety/index.ts';
import { isPrepended, type Row } from '../rows.ts';
import { lastSeq, type Thread } from '../thread.ts';
import { loadBackTo, useOlder } from '../use-thread.ts';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.tsx';

type MessageListProps = {
  userId: number;
  meId: number;
  thread: Thread;
  rows: readonly Row[];
  /** The other player's name. */
  name: string;
  /** Shown in place of messages that are loading or could not be loaded. */
  notice: ReactNode;
  /** Focuses the text field. Returns false if there is no field, or on a touch screen. */
  focusField: () => boolean;
  /** True if the viewer can write to the other player. */
  canWrite: boolean;
  onReply: (message: DirectMessage) => void;
};

/** Distance (px) from the top at which the next older page loads. */
const LOAD_AHEAD_PX = 1_200;
/** Time (ms) to wait for a row to render after the list scrolls to it. */
const FOCUS_DELAY_MS = 100;

/** Announce messages that arrive while the conversation is open. */
function useAnnouncements(thread: Thread, meId: number, name: string): void {
  const announcedSeq = useRef(lastSeq(thread));
  useEffect(() => {
    const fresh = thread.messages.filter(
      ({ seq, senderId }) => seq > announcedSeq.current && senderId !== meId,
    );
    announcedSeq.current = Math.max(announcedSeq.current, lastSeq(thread));
    for (const { text, attachments } of fresh.slice(-3)) {
      const kind = DM_TEXTS.kinds[attachments[0]?.kind ?? ''] ?? DM_TEXTS.attachment;
      announce(DM_TEXTS.messageFrom(name, text || kind));
    }
  }, [thread, meId, name]);
}

/** Report whether the list has measured its first rows. Until then, the positions of rows are wrong. */
function useMeasured(): boolean {
  const [measured, setMeasured] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMeasured(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return measured;
}

/** Show the messages, the newest at the end. Only visible rows are rendered; older pages load ahead of scrolling. */
export function MessageList(props: MessageListProps) {
  const { userId, meId, thread, rows, name, notice, focusField, canWrite, onReply } = props;
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  /** `seq` of the newest message when the list was last scrolled to the end. */
  const [readSeq, setReadSeq] = useState(lastSeq(thread));
  // Do not scroll to the end with virtua's `scrollToIndex`, because it repeats the scrolling even if the player then
  // scrolls up.
  const { isAway, onScroll, stay, goToEnd, leaveEnd } = useScrolledToEnd(scroller, () =>
    setReadSeq(lastSeq(thread)),
  );
  const older = useOlder(userId, thread.olderCursor);
  const hidesStrangers = useHidesMediaBy(userId);
  const hidesMedia = thread.request || hidesStrangers;
  useAnnouncements(thread, meId, name);

  // Rows that are added at the top must not move the visible rows.
  const drawnRows = useRef(rows);
  const measured = useMeasured();
  const shift = isPrepended(drawnRows.current, rows);
  useLayoutEffect(() => {
    drawnRows.current = rows;
  }, [rows]);

  // Read the position from the element. While rows are being added, virtua already reports the position that the
  // element will have afterwards.
  const loadAhead = useStableCallback(() => {
    const isNear = scroller.current && scroller.current.scrollTop < LOAD_AHEAD_PX;
    if (isNear && older.state !== 'failed') older.load();
  });

  const jump = useJump(userId, rows, (index, id) => {
    leaveEnd();
    list.current?.scrollToIndex(index, { align: 'center' });
    // Wait until the row is rendered.
    setTimeout(() => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-message="${id}"]`);
      row?.focus({ preventScroll: true });
    }, FOCUS_DELAY_MS);
  });

  const lastRow = rows.at(-1);
  const wrote = lastRow?.kind === 'outgoing' ? lastRow.key : null;
  useLayoutEffect(() => {
    if (wrote !== null) goToEnd();
  }, [wrote, goToEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever rows are added or changed
  useLayoutEffect(() => {
    stay();
    loadAhead();
  }, [rows]);

  const fresh = isAway
    ? thread.messages.filter(({ seq, senderId }) => seq > readSeq && senderId !== meId).length
    : 0;
  return (
    <div className={styles.wrapper}>
      {(older.state !== 'idle' || jump.isLoading) && (
        <div className={styles.older}>
          {older.state === 'loading' || jump.isLoading ? (
            <p role="status">{DM_TEXTS.older}</p>
          ) : (
            <>
              <p role="alert">{DM_TEXTS.olderFailed}</p>
              <Button size="small" onClick={older.load}>
                {DM_TEXTS.retry}
              </Button>
            </>
          )}
        </div>
      )}
      <section
        ref={scroller}
        className={styles.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard
        tabIndex={0}
        aria-label={DM_TEXTS.page}
      >
        <div className={clsx(styles.column, !measured && styles.unmeasured)}>
          {notice}
          {rows.length === 0 && !notice && <p className={styles.beginning}>{DM_TEXTS.noMessages(name)}</p>}
          <Virtualizer
            ref={list}
            scrollRef={scroller}
            as="ul"
            item="li"
            data={rows}
            shift={shift}
            onScroll={() => {
              onScroll();
              loadAhead();
            }}
            onResize={stay}
          >
            {(row: Row) => (
              <RowView
                key={row.key}
                row={row}
                name={name}
                userId={userId}
                meId={meId}
                mayResend={thread.canWrite}
                hidesMedia={hidesMedia}
                canWrite={canWrite}
                isHighlighted={row.kind === 'message' && row.message.id === jump.highlighted}
                onReply={onReply}
                onJump={jump.to}
              />
            )}
          </Virtualizer>
        </div>
      </section>
      {isAway && (
        <Button
          variant={fresh > 0 ? 'primary' : 'secondary'}
          size="small"
          className={styles.pill}
          onClick={() => {
            goToEnd();
            // Move the focus, because this button is removed.
            if (!focusField()) scroller.current?.focus({ preventScroll: true });
          }}
        >
          <ArrowDown size={18} aria-hidden="true" />
          {fresh > 0 ? DM_TEXTS.newMessages(fresh) : <VisuallyHidden>{DM_TEXTS.toNewest}</VisuallyHidden>}
        </Button>
      )}
    </div>
  );
}

/**
 * Return a function that loads the pages up to a quoted message and scrolls to it with `scrollTo`. Also
 * return the id of the message to highlight.
 */
function useJump(userId: number, rows: readonly Row[], scrollTo: (index: number, id: number) => void) {
  const client = useQueryClient();
  const [target, setTarget] = useState<number | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [highlighted, setHighlighted] = useHighlight();
  const index =
    target === null ? -1 : rows.findIndex((row) => row.kind === 'message' && row.message.id === target);
  const show = useEffectEvent((at: number) => {
    if (target !== null) scrollTo(at, target);
    setHighlighted(target);
    setTarget(null);
  });
  useEffect(() => {
    if (index >= 0) show(index);
  }, [index]);
  const to = useStableCallback(({ id, seq }: MessageQuote) => {
    setTarget(id);
    if (rows.some((row) => row.kind === 'message' && row.message.id === id)) return;
    setIsLoading(true);
    loadBackTo(client, userId, seq)
      .catch(toastError(DM_TEXTS.olderFailed))
      .finally(() => setIsLoading(false));
  });
  return { to, isLoading, highlighted };
}

type RowViewProps = {
  row: Row;
  name: string;
  userId: number;
  meId: number;
  mayResend: boolean;
  hidesMedia: boolean;
  canWrite: boolean;
  isHighlighted: boolean;
  onReply: (message: DirectMessage) => void;
  onJump: (quote: MessageQuote) => void;
};

function RowView(props: RowViewProps) {
  const { row, name, userId, meId, mayResend, hidesMedia, canWrite, isHighlighted, onReply, onJump } = props;
  switch (row.kind) {
    case 'day':
      return (
        <Text size={1} tone="quiet" weight="medium" textAlign="center" paddingTop={4} paddingBottom={2}>
          <time dateTime={row.time}>{dayLabel(row.time, serverNow())}</time>
        </Text>
      );
    case 'message':
    case 'outgoing':
      return (
        <MessageRow
          message={row.message}
          mine={row.mine}
          isGrouped={row.isGrouped}
          seen={row.seen}
          name={name}
          otherId={userId}
          hidesMedia={hidesMedia}
          meId={meId}
          canWrite={canWrite}
          mayResend={mayResend}
          isHighlighted={isHighlighted}
          onReply={onReply}
          onJump={onJump}
        />
      );
  }
}
