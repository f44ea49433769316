import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { clsx } from 'clsx';
import { Heart, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import styles from '../../../entities/posts/post.module.css';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useLike } from '../../../lib/likes.ts';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { postLikes } from '../likes.ts';

const LikersDialog = lazyComponent(() => import('./likers-dialog.tsx'), 'LikersDialog');

/** Show the buttons to like a post, to list its likers and to comment on it. */
export function PostActions({ post, onComment }: { post: Post; onComment: () => void }) {
  const { on, count, toggle } = useLike(postLikes, post);
  const [open, setOpen] = useState(false);
  const comments = post.commentsCount;
  return (
    <div className={styles.actions}>
      <button
        type="button"
        aria-pressed={on}
        aria-label={FEED_TEXTS.like(count)}
        className={styles.action}
        onClick={toggle}
      >
        <Heart size={20} aria-hidden="true" className={styles.heart} />
        {FEED_TEXTS.likeWord}
      </button>
      {count > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          className={styles.action}
          onPointerEnter={LikersDialog.preload}
          onClick={() => setOpen(true)}
        >
          {FEED_TEXTS.likes(count)}
        </button>
      )}
      <button type="button" className={clsx(styles.action, styles.apart)} onClick={onComment}>
        <MessageCircle size={20} aria-hidden="true" />
        {comments > 0 ? FEED_TEXTS.comments(comments) : FEED_TEXTS.comment}
      </button>
      <LazyMount open={open}>
        <LikersDialog postId={post.id} open={open} onClose={() => setOpen(false)} />
      </LazyMount>
    </div>
  );
}
