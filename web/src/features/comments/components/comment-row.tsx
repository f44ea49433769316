import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { PlayerFace } from '../../../entities/players/player-face.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './comments.module.css';

type CommentRowProps = {
  comment: ProfileComment;
  /** It is on its way. */
  pending?: boolean;
  /** Given to who may delete it; called with what was pressed. */
  onRemove?: ((from: Element) => void) | null;
};

/** One comment: who, when, and what, always as text. */
export function CommentRow({ comment, pending, onRemove }: CommentRowProps) {
  const player = { id: comment.userId, username: comment.username };
  return (
    <li className={clsx(styles.comment, pending && styles.pending)} aria-busy={pending}>
      <PlayerFace player={{ ...player, avatarUrl: comment.avatarUrl }} size={44} />
      <div className={styles.words}>
        <p className={styles.who}>
          <PlayerLink player={player} className={styles.author}>
            {comment.username}
          </PlayerLink>
          {pending ? (
            <span className={rhythm.note}>{COMMENT_TEXTS.posting}</span>
          ) : (
            <RelativeTime time={comment.createdAt} className={rhythm.note} />
          )}
        </p>
        <p className={styles.body} dir="auto">
          {comment.body}
        </p>
      </div>
      {!pending && (
        <ReportButton kind="profileComment" id={comment.id} of={player} className={styles.remove} />
      )}
      {onRemove && (
        <IconButton
          label={COMMENT_TEXTS.remove(comment.username)}
          size="small"
          className={styles.remove}
          onClick={(event) => onRemove(event.currentTarget)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
