import { mentionsIn } from '@rivalhold/shared/mentions.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { clsx } from 'clsx';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { withLinks } from '../../lib/links.ts';
import { MentionLink } from './mention-link.tsx';
import styles from './post-text.module.css';

/** Beyond these a text is folded, so that nobody has to scroll past it. */
const FOLD = { length: 700, lines: 10 };

function withMentions(text: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let done = 0;
  for (const { at, end, username } of mentionsIn(text)) {
    nodes.push(text.slice(done, at), <MentionLink key={at} username={username} />);
    done = end;
  }
  return [...nodes, text.slice(done)];
}

type WordsProps = { text: string; links?: boolean; mentions?: boolean };

/** The words of a text, with links to players who are named and to addresses, unless told without. */
export function Words({ text, links = true, mentions = true }: WordsProps) {
  if (!links) return withMentions(text);
  return withLinks(text).map((part) =>
    part.href === null ? (
      <Fragment key={part.at}>{mentions ? withMentions(part.text) : part.text}</Fragment>
    ) : (
      <a key={part.at} href={part.href} target="_blank" rel="nofollow noopener noreferrer" dir="ltr">
        {part.text}
      </a>
    ),
  );
}

type PostTextProps = {
  text: string;
  className?: string | undefined;
  /** However long it is. */
  whole?: boolean;
};

/** What somebody wrote, always as text: with its lines, and links to addresses and to players who are named. */
export function PostText({ text, className, whole }: PostTextProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const isLong = !whole && (text.length > FOLD.length || text.split('\n').length > FOLD.lines);
  const folded = isLong && !open;
  return (
    <>
      <p id={id} className={clsx(styles.text, folded && styles.folded, className)} dir="auto">
        <Words text={text} />
      </p>
      {isLong && !open && (
        <button type="button" className={styles.unfold} aria-describedby={id} onClick={() => setOpen(true)}>
          {FEED_TEXTS.wholeText}
        </button>
      )}
    </>
  );
}
