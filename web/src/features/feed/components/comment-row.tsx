import type { PostComment } from '@rivalhold/shared/contract/feed.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { PlayerFace } from '../../../entities/players/player-face.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { Gif } from '../../../entities/posts/post-media.tsx';
import { PostText } from '../../../entities/posts/post-text.tsx';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './comments.module.css';

type RowProps = {
  author: Pick<PlayerRef, 'id' | 'username' | 'avatarUrl'>;
  when: ReactNode;
  text: string;
  gifUrl: string | null;
  pending?: boolean;
  action?: ReactNode;
};

function Row({ author, when, text, gifUrl, pending, action }: RowProps) {
  return (
    <li className={styles.comment} aria-busy={pending}>
      <PlayerFace player={author} size={36} />
      <div className={styles.words}>
        <p className={styles.who}>
          <PlayerLink player={author} className={styles.author}>
            {author.username}
          </PlayerLink>
          <span className={rhythm.note}>{when}</span>
        </p>
        {text && <PostText text={text} className={styles.text} />}
        {gifUrl && <Gif url={gifUrl} alt={FEED_TEXTS.gifOf(author.username)} small />}
      </div>
      {action}
    </li>
  );
}

type CommentRowProps = {
  comment: PostComment;
  busy: boolean;
  /** Given to who may delete it. */
  onRemove: (() => void) | null;
};

/** A comment on a post: who, when, and what, always as text. */
export function CommentRow({ comment, busy, onRemove }: CommentRowProps) {
  const { author, text, gifUrl, createdAt } = comment;
  return (
    <Row
      author={author}
      text={text}
      gifUrl={gifUrl}
      when={<RelativeTime time={createdAt} />}
      action={
        <>
          <ReportButton kind="comment" id={comment.id} of={author} className={styles.remove} />
          {onRemove && (
            <IconButton
              label={FEED_TEXTS.deleteComment(author.username)}
              size="small"
              busy={busy}
              className={styles.remove}
              onClick={onRemove}
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          )}
        </>
      }
    />
  );
}

type PendingRowProps = { author: RowProps['author']; text: string; gifUrl: string | null };

/** A comment that is on its way. */
export function PendingRow({ author, text, gifUrl }: PendingRowProps) {
  return <Row author={author} text={text} gifUrl={gifUrl} when={FEED_TEXTS.posting} pending />;
}
