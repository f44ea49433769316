import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { clsx } from 'clsx';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { dayLabel } from '../../../entities/conversations/times.ts';
import { Button } from '../../../ui/button.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { isPrepended, type Row } from '../rows.ts';
import { lastSeq, type Thread } from '../thread.ts';
import { useOlder } from '../use-thread.ts';
import styles from './message-list.module.css';
import { MessageRow, OutgoingRow } from './message-row.tsx';

type MessageListProps = {
  userId: number;
  meId: number;
  thread: Thread;
  rows: readonly Row[];
  /** The other player's. */
  name: string;
  /** Stands for what was said where that is not known. */
  notice: ReactNode;
  /** Puts the focus where one writes; false where that is not possible or not wanted. */
  focusField: () => boolean;
};

/** So near (px) to the newest message one is reading it; so near to the oldest the page above is asked for. */
const AT_END_PX = 32;
const LOAD_AHEAD_PX = 1_200;

/** Says what comes while the conversation is open. */
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

/** Whether the list has had the time to learn how high its first rows are: until then they stand elsewhere. */
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

/** The messages, the newest at the end. Only what is in sight is drawn; older ones come before one has reached them. */
export function MessageList({ userId, meId, thread, rows, name, notice, focusField }: MessageListProps) {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const atEnd = useRef(true);
  const offset = useRef(0);
  const [away, setAway] = useState(false);
  /** `seq` of the newest message when one last was at the end. */
  const [readSeq, setReadSeq] = useState(lastSeq(thread));
  const older = useOlder(userId, thread.olderCursor);
  useAnnouncements(thread, meId, name);

  // What is added above must not move what one is reading.
  const drawnRows = useRef(rows);
  const measured = useMeasured();
  const shift = isPrepended(drawnRows.current, rows);
  useLayoutEffect(() => {
    drawnRows.current = rows;
  }, [rows]);

  const scrollToEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  // Of the element itself: while rows are added the library already tells of what will be.
  const look = useEffectEvent(() => {
    const at = scroller.current;
    if (!at) return;
    const isAtEnd = at.scrollTop + at.clientHeight >= at.scrollHeight - AT_END_PX;
    // Only one who scrolls up leaves the end: it is no less read where what comes is larger than was thought.
    if (isAtEnd) atEnd.current = true;
    else if (at.scrollTop < offset.current - 1) atEnd.current = false;
    else if (atEnd.current) scrollToEnd();
    offset.current = at.scrollTop;
    setAway(!atEnd.current);
    if (atEnd.current) setReadSeq(lastSeq(thread));
    if (at.scrollTop < LOAD_AHEAD_PX && older.state !== 'failed') older.load();
  });

  const lastRow = rows.at(-1);
  const wrote = lastRow?.kind === 'outgoing' ? lastRow.key : null;
  const follow = useEffectEvent(scrollToEnd);
  useLayoutEffect(() => {
    if (wrote === null) return;
    atEnd.current = true;
    follow();
  }, [wrote]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every row that comes or changes
  useLayoutEffect(() => {
    if (atEnd.current) follow();
    look();
  }, [rows]);
  // The composer grows, a keyboard opens: the end stays in sight.
  useEffect(() => {
    if (!scroller.current) return;
    const watcher = new ResizeObserver(() => atEnd.current && follow());
    watcher.observe(scroller.current);
    return () => watcher.disconnect();
  }, []);

  const fresh = away
    ? thread.messages.filter(({ seq, senderId }) => seq > readSeq && senderId !== meId).length
    : 0;
  return (
    <div className={styles.wrapper}>
      {older.state !== 'idle' && (
        <div className={styles.older}>
          {older.state === 'loading' ? (
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
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
            onScroll={look}
            onResize={() => atEnd.current && follow()}
          >
            {(row: Row) => (
              <RowView key={row.key} row={row} name={name} userId={userId} mayResend={thread.canWrite} />
            )}
          </Virtualizer>
        </div>
      </section>
      {away && (
        <Button
          variant={fresh > 0 ? 'primary' : 'secondary'}
          size="small"
          className={styles.pill}
          onClick={() => {
            scrollToEnd();
            // This button goes.
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

type RowViewProps = { row: Row; name: string; userId: number; mayResend: boolean };

function RowView({ row, name, userId, mayResend }: RowViewProps) {
  switch (row.kind) {
    case 'day':
      return (
        <Text size={1} tone="quiet" weight="medium" textAlign="center" paddingTop={4} paddingBottom={2}>
          <time dateTime={row.time}>{dayLabel(row.time, Date.now())}</time>
        </Text>
      );
    case 'message':
      return (
        <MessageRow
          message={row.message}
          mine={row.mine}
          isGrouped={row.isGrouped}
          seen={row.seen}
          name={name}
          otherId={userId}
        />
      );
    case 'outgoing':
      return <OutgoingRow outgoing={row.outgoing} isGrouped={row.isGrouped} mayResend={mayResend} />;
  }
}
