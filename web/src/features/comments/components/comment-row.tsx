import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { PlayerLink } from '../../profiles/components/player-link.tsx';
import { isPending } from '../thread.ts';
import styles from './comments.module.css';

type CommentRowProps = {
  comment: ProfileComment;
  /** Given to who may delete it. */
  onRemove: (() => void) | null;
};

/** One comment: who, when, and what, always as text. */
export function CommentRow({ comment, onRemove }: CommentRowProps) {
  const pending = isPending(comment);
  const player = { id: comment.userId, username: comment.username };
  return (
    <li className={clsx(styles.comment, pending && styles.pending)} aria-busy={pending || undefined}>
      <PlayerLink player={player} decorative>
        <Avatar name={comment.username} url={comment.avatarUrl} size={44} />
      </PlayerLink>
      <div className={styles.words}>
        <p className={styles.who}>
          <PlayerLink player={player} className={styles.author}>
            {comment.username}
          </PlayerLink>
          {pending ? (
            <span className={styles.when}>{COMMENT_TEXTS.posting}</span>
          ) : (
            <RelativeTime time={comment.createdAt} className={styles.when} />
          )}
        </p>
        <p className={styles.body} dir="auto">
          {comment.body}
        </p>
      </div>
      {onRemove && (
        <IconButton
          label={COMMENT_TEXTS.remove(comment.username)}
          size="small"
          className={styles.remove}
          onClick={onRemove}
        >
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
