import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useState } from 'react';
import { isPlainClick } from '../../lib/clicks.ts';
import { statusOf } from '../../lib/errors.ts';
import { toast } from '../../ui/toast.ts';
import { preloadQuickView, profileByNameQuery, showQuickView } from '../players/index.ts';
import styles from './mention-link.module.css';

/** A player named in a text: a press looks them up and opens the quick view; in a new tab it finds them by name. */
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
