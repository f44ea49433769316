import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { clsx } from 'clsx';
import { Heart, Link2, Pencil, Quote, Trash2 } from 'lucide-react';
import frame from '../../../entities/posts/post.module.css';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { useLike } from '../../../lib/likes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { forumLikes } from '../likes.ts';
import styles from './post-actions.module.css';

async function copyLink({ id, threadId }: ForumPost): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}/forum?thread=${threadId}&post=${id}`);
    toast.success(FORUM_TEXTS.copied);
  } catch {
    toast.error(FORUM_TEXTS.copyFailed);
  }
}

type PostActionsProps = {
  post: ForumPost;
  /** `onQuote`, `onEdit` and `onDelete` are null if the viewer is not allowed to perform the action. */
  onQuote: (() => void) | null;
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
  deleting: boolean;
};

/** Show the actions for a post. */
export function PostActions({ post, onQuote, onEdit, onDelete, deleting }: PostActionsProps) {
  const { on, count, toggle } = useLike(forumLikes, post);
  const { username } = post.author;
  return (
    <div className={frame.actions}>
      {!post.hidden && (
        <button
          type="button"
          aria-pressed={on}
          aria-label={FORUM_TEXTS.like(count)}
          title={FORUM_TEXTS.likeWord}
          className={clsx(frame.action, styles.like)}
          onClick={toggle}
        >
          <Heart size={18} aria-hidden="true" className={frame.heart} />
          {count > 0 && formatNumber(count)}
        </button>
      )}
      {onQuote && (
        <IconButton label={FORUM_TEXTS.quotePost(username)} variant="quiet" onClick={onQuote}>
          <Quote size={18} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={FORUM_TEXTS.copyLink} variant="quiet" onClick={() => void copyLink(post)}>
        <Link2 size={18} aria-hidden="true" />
      </IconButton>
      {onEdit && (
        <IconButton label={FORUM_TEXTS.editPost} variant="quiet" onClick={onEdit}>
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
      )}
      {!post.hidden && <ReportButton kind="forumPost" id={post.id} owner={post.author} size="medium" />}
      {onDelete && (
        <IconButton
          label={FORUM_TEXTS.deletePost(username)}
          variant="quiet"
          busy={deleting}
          onClick={onDelete}
        >
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
