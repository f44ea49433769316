import type { PostComment } from '@rivalhold/shared/contract/feed.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { Trash2 } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { PlayerAvatarLink } from '../../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { Gif } from '../../../entities/posts/post-media.tsx';
import { PostText } from '../../../entities/posts/post-text.tsx';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Text } from '../../../ui/text.tsx';
import { StrangerMedia } from '../../safety/index.ts';
import styles from './comments.module.css';

const HiddenNotice = lazyComponent(
  () => import('../../../entities/reports/hidden-notice.tsx'),
  'HiddenNotice',
);

type CommentLayoutProps = {
  author: Pick<PlayerRef, 'id' | 'username' | 'avatarUrl'>;
  when: ReactNode;
  text: string;
  links: boolean;
  gifUrl: string | null;
  pending?: boolean;
  action?: ReactNode;
  /** Explains that the comment is hidden. */
  notice?: ReactNode;
};

function CommentLayout(props: CommentLayoutProps) {
  const { author, when, text, links, gifUrl, pending, action, notice } = props;
  return (
    <Row as="li" align="start" gap={3} paddingBlock={1} className={styles.comment} aria-busy={pending}>
      <PlayerAvatarLink player={author} size={36} />
      <Stack gap={1} grow>
        <Row as="p" gap={2} rowGap={0} align="baseline" wrap leading="tight">
          <PlayerLink player={author} className={styles.author}>
            {author.username}
          </PlayerLink>
          <Text as="span" size={1} tone="quiet">
            {when}
          </Text>
        </Row>
        {text && <PostText text={text} links={links} className={styles.text} />}
        {gifUrl && (
          <StrangerMedia authorId={author.id}>
            <Gif url={gifUrl} alt={FEED_TEXTS.gifOf(author.username)} small />
          </StrangerMedia>
        )}
        {notice}
      </Stack>
      {action}
    </Row>
  );
}

type CommentRowProps = {
  comment: PostComment;
  busy: boolean;
  /** Null if the viewer cannot delete the comment. */
  onRemove: (() => void) | null;
};

/** Show a comment on a post with its author and time. The text is never rendered as HTML. */
export function CommentRow({ comment, busy, onRemove }: CommentRowProps) {
  const me = useUser();
  const { author, text, links, gifUrl, hidden, createdAt } = comment;
  return (
    <CommentLayout
      author={author}
      text={text}
      links={links}
      gifUrl={gifUrl}
      when={<RelativeTime time={createdAt} />}
      notice={
        hidden && (
          <Suspense>
            <HiddenNotice kind="comment" isOwn={me.id === author.id} />
          </Suspense>
        )
      }
      action={
        <>
          {!hidden && (
            <ReportButton kind="comment" id={comment.id} owner={author} className={styles.remove} />
          )}
          {onRemove && (
            <IconButton
              label={FEED_TEXTS.deleteComment(author.username)}
              size="small"
              busy={busy}
              variant="quiet"
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

type PendingRowProps = { author: CommentLayoutProps['author']; text: string; gifUrl: string | null };

/** Show a comment that is being posted. */
export function PendingRow({ author, text, gifUrl }: PendingRowProps) {
  return (
    <CommentLayout
      author={author}
      text={text}
      links={false}
      gifUrl={gifUrl}
      when={FEED_TEXTS.posting}
      pending
    />
  );
}
