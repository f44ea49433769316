import { mentionsIn } from '@rivalhold/shared/mentions.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Fragment, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { isPlainClick } from '../../lib/clicks.ts';
import { statusOf } from '../../lib/errors.ts';
import { splitLinks } from '../../lib/links.ts';
import { PathLink } from '../../ui/path-link.tsx';
import { toast } from '../../ui/toast.ts';
import { preloadQuickView, profileByNameQuery, showQuickView } from '../players/index.ts';
import { useFold } from './fold.ts';
import styles from './post-text.module.css';

/**
 * Link a mentioned player. A click opens the quick view. In a new tab, the link searches the directory by
 * name.
 */
export function MentionLink({ username }: { username: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const open = async (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const profile = await client.fetchQuery(profileByNameQuery(username));
      showQuickView({ id: profile.id, username: profile.username });
    } catch (error) {
      const isMissing = statusOf(error) === 404;
      const text = isMissing ? FEED_TEXTS.mentionMissing(username) : FEED_TEXTS.mentionFailed(username);
      toast.error(text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Link
      to="/directory"
      search={{ search: username }}
      preload={false}
      className={styles.mention}
      aria-haspopup="dialog"
      aria-busy={busy || undefined}
      dir="ltr"
      onClick={(event) => void open(event)}
      onPointerEnter={preloadQuickView}
      onFocus={preloadQuickView}
    >
      @{username}
    </Link>
  );
}

function withMentions(text: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let done = 0;
  for (const { at, end, username } of mentionsIn(text)) {
    nodes.push(text.slice(done, at), <MentionLink key={at} username={username} />);
    done = end;
  }
  return [...nodes, text.slice(done)];
}

type RichTextProps = { text: string; links?: boolean | undefined; mentions?: boolean };

/** Return the path of a link to a fight on this site, which opens in the same tab. Return null for other links. */
function fightPath(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const { origin, pathname, search } = new URL(href);
  return origin === location.origin && /^\/fights\/\d+$/.test(pathname) ? pathname + search : null;
}

/** Render text with URLs as links if `links` is true, and with mentioned players as links if `mentions` is true. */
export function RichText({ text, links = true, mentions = true }: RichTextProps) {
  const plain = (part: string) => (mentions ? withMentions(part) : part);
  if (!links) return plain(text);
  return splitLinks(text).map((part) =>
    part.href === null ? (
      <Fragment key={part.at}>{plain(part.text)}</Fragment>
    ) : fightPath(part.href) ? (
      <PathLink key={part.at} path={fightPath(part.href) ?? ''} dir="ltr">
        {part.text}
      </PathLink>
    ) : (
      <a key={part.at} href={part.href} target="_blank" rel="nofollow noopener noreferrer" dir="ltr">
        {part.text}
      </a>
    ),
  );
}

/** Texts above one of these limits are folded, so that readers do not have to scroll past them. */
const FOLD_LIMITS = { length: 700, lines: 10 };

type PostTextProps = {
  text: string;
  /** True to turn URLs into links. */
  links: boolean;
  className?: string | undefined;
  /** True to show the whole text, without folding. */
  whole?: boolean;
};

/** Render user-written text, never as HTML. Line breaks, links and mentions are kept, and long texts are folded. */
export function PostText({ text, links, className, whole }: PostTextProps) {
  const id = useId();
  const { isOpen, foldedRef, unfold, ...fold } = useFold<HTMLParagraphElement>(text, FOLD_LIMITS);
  const isLong = !whole && fold.isLong;
  const folded = isLong && !isOpen;
  return (
    <>
      <p
        ref={foldedRef}
        id={id}
        tabIndex={isLong ? -1 : undefined}
        className={clsx(styles.text, folded && styles.folded, className)}
        dir="auto"
      >
        <RichText text={text} links={links} />
      </p>
      {folded && (
        <button type="button" className={styles.unfold} aria-describedby={id} onClick={unfold}>
          {FEED_TEXTS.readMore}
        </button>
      )}
    </>
  );
}
