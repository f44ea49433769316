import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { PlayerAvatarLink } from '../../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './comments.module.css';

const HiddenNotice = lazyComponent(
  () => import('../../../entities/reports/hidden-notice.tsx'),
  'HiddenNotice',
);

type CommentRowProps = {
  comment: ProfileComment;
  /** True while the comment is being posted. */
  pending?: boolean;
  /** Set if the viewer can delete the comment; called with the pressed button. */
  onRemove?: ((from: Element) => void) | null;
};

/** Show a comment with its author and time. The text is never rendered as HTML. */
export function CommentRow({ comment, pending, onRemove }: CommentRowProps) {
  const me = useUser();
  const player = { id: comment.userId, username: comment.username };
  return (
    <Row as="li" align="start" gap={3} paddingBlock={4} className={styles.comment} aria-busy={pending}>
      <PlayerAvatarLink player={{ ...player, avatarUrl: comment.avatarUrl }} size={44} />
      <Stack gap={1} grow>
        <Row as="p" gap={3} rowGap={0} align="baseline" wrap leading="tight">
          <PlayerLink player={player} className={styles.author}>
            {comment.username}
          </PlayerLink>
          {pending ? (
            <Text as="span" size={1} tone="quiet">
              {COMMENT_TEXTS.posting}
            </Text>
          ) : (
            <Text as={RelativeTime} size={1} tone="quiet" time={comment.createdAt} />
          )}
        </Row>
        <p className={styles.body} dir="auto">
          {comment.body}
        </p>
        {comment.hidden && (
          <Suspense>
            <HiddenNotice kind="profileComment" isOwn={me.id === comment.userId} />
          </Suspense>
        )}
      </Stack>
      {!pending && !comment.hidden && (
        <ReportButton kind="profileComment" id={comment.id} owner={player} className={styles.remove} />
      )}
      {onRemove && (
        <IconButton
          label={COMMENT_TEXTS.remove(comment.username)}
          size="small"
          variant="quiet"
          className={styles.remove}
          onClick={(event) => onRemove(event.currentTarget)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    </Row>
  );
}
