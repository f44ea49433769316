import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { dayLabel } from '../../../entities/conversations/times.ts';
import { Button } from '../../../ui/button.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { mentions, type Row } from '../lobby.ts';
import styles from './line-list.module.css';
import { LineRow } from './line-row.tsx';

/** So near (px) to the newest line one is reading it. */
const AT_END_PX = 40;
/** Most lines that are spoken when several come together. */
const SPOKEN = 3;

type LineRowData = Extract<Row, { kind: 'line' }>;
const linesOf = (rows: readonly Row[]) => rows.filter((row): row is LineRowData => row.kind === 'line');
const newestId = (rows: readonly Row[]): number =>
  linesOf(rows).reduce((newest, { line }) => Math.max(newest, line.id ?? 0), 0);

const toEnd = (at: HTMLElement | null): void => {
  if (at) at.scrollTop = at.scrollHeight;
};

/** Says what others say while the lobby is open, and the bot to oneself. */
function useAnnouncements(rows: readonly Row[], me: SessionUser): void {
  const said = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const lines = linesOf(rows);
    const before = said.current;
    said.current = new Set(lines.map(({ key }) => key));
    // What is there when one comes is read, not called out; what was deleted makes nothing new.
    const newest = before && Math.max(0, ...[...before].map(Number).filter(Number.isFinite));
    const fresh = lines.filter(
      ({ key, line }) =>
        newest !== null &&
        !before?.has(key) &&
        (line.id === null || (line.id > newest && line.userId !== me.id)),
    );
    for (const { line } of fresh.slice(-SPOKEN)) {
      if (mentions(line, me)) announce(CHAT_TEXTS.mentioned(line.username, line.text));
      else if (line.type === 'bot') announce(line.text);
      else announce(CHAT_TEXTS[line.type === 'emote' ? 'did' : 'said'](line.username, line.text));
    }
  }, [rows, me]);
}

/** What is said, the newest at the end. It stays where one reads; at the end it follows. */
export function LineList({ rows, me }: { rows: readonly Row[]; me: SessionUser }) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  const size = useRef('');
  const [away, setAway] = useState(false);
  const newest = newestId(rows);
  /** The newest line when one last was at the end. */
  const [readId, setReadId] = useState(newest);
  useAnnouncements(rows, me);

  const look = useEffectEvent(() => {
    const at = scroller.current;
    if (!at) return;
    const now = `${at.clientWidth} ${at.clientHeight} ${at.scrollHeight}`;
    // What has a new size has moved by itself, and nobody has left the end.
    if (atEnd.current && now !== size.current) toEnd(at);
    size.current = now;
    atEnd.current = at.scrollTop + at.clientHeight >= at.scrollHeight - AT_END_PX;
    setAway(!atEnd.current);
    if (atEnd.current) setReadId(newest);
  });

  const last = linesOf(rows).at(-1);
  const ownKey = last?.line.userId === me.id ? last.key : null;
  useLayoutEffect(() => {
    // Who says something wants to see it.
    if (ownKey !== null) atEnd.current = true;
  }, [ownKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every row that comes or goes
  useLayoutEffect(() => {
    if (atEnd.current) toEnd(scroller.current);
    look();
  }, [rows]);
  // The composer grows, a keyboard opens, a font comes: the end stays in sight.
  useEffect(() => {
    const watcher = new ResizeObserver(() => atEnd.current && toEnd(scroller.current));
    for (const element of [scroller.current, list.current]) if (element) watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  const fresh = away
    ? linesOf(rows).filter(({ line }) => (line.id ?? 0) > readId && line.userId !== me.id).length
    : 0;
  return (
    <div className={styles.place}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        // What comes is said elsewhere, without the buttons beside it.
        aria-live="off"
        aria-label={CHAT_TEXTS.lines}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
        tabIndex={0}
        onScroll={look}
      >
        <ol ref={list} className={styles.lines}>
          {rows.map((row) =>
            row.kind === 'day' ? (
              <li key={row.key} className={styles.day}>
                <time dateTime={row.time}>{dayLabel(row.time, Date.now())}</time>
              </li>
            ) : (
              <LineRow key={row.key} line={row.line} joined={row.joined} me={me} />
            ),
          )}
        </ol>
      </div>
      {away && (
        <Button
          variant={fresh > 0 ? 'primary' : 'secondary'}
          size="small"
          className={styles.pill}
          onClick={() => {
            toEnd(scroller.current);
            // This button goes.
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <ArrowDown size={18} aria-hidden="true" />
          {fresh > 0 ? CHAT_TEXTS.newLines(fresh) : <VisuallyHidden>{CHAT_TEXTS.toNewest}</VisuallyHidden>}
        </Button>
      )}
    </div>
  );
}
