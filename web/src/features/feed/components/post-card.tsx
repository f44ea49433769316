import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { mayDelete } from '@rivalhold/shared/roles.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { memo, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PlayerAvatarLink } from '../../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import frame from '../../../entities/posts/post.module.css';
import { PostFrame } from '../../../entities/posts/post-frame.tsx';
import { PostMedia } from '../../../entities/posts/post-media.tsx';
import { PostText } from '../../../entities/posts/post-text.tsx';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { anchorFor } from '../../../lib/anchors.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { readPlayerValue } from '../../../lib/player-storage.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { confirmWithReason } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StrangerMedia } from '../../safety/index.ts';
import { deletePost, dropPost } from '../api.ts';
import { commentDraftKey } from '../draft.ts';
import { PostActions } from './post-actions.tsx';
import styles from './post-card.module.css';
import { PostComments } from './post-comments.tsx';

const HiddenNotice = lazyComponent(
  () => import('../../../entities/reports/hidden-notice.tsx'),
  'HiddenNotice',
);

function useDeletion(post: Post, asksReason: boolean) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (reason: StaffReason) => deletePost(post.id, reason),
    onSuccess: () => {
      dropPost(client, post.id);
      announce(FEED_TEXTS.deleted);
    },
  });
  const failure = useErrorText(mutation.error, FEED_TEXTS.deleteFailed);
  const ask = async () => {
    const { deleteTitle: title, deleteText, deleteAsStaffText, delete: confirmLabel } = FEED_TEXTS;
    const text = asksReason ? deleteAsStaffText : deleteText;
    const reason = await confirmWithReason({ title, text, confirm: confirmLabel, danger: true, asksReason });
    if (reason) mutation.mutate(reason);
  };
  return { ask: () => void ask(), busy: mutation.isPending, failure };
}

type PostCardProps = {
  post: Post;
  /** True for a moment after the viewer has followed a link to the post. */
  highlighted: boolean;
};

/** Show a post with its comments. */
export const PostCard = memo(function PostCard({ post, highlighted }: PostCardProps) {
  const me = useUser();
  const { author } = post;
  const [writing, setWriting] = useState(() => readPlayerValue(me.id, commentDraftKey(post.id)) !== null);
  const field = useRef<HTMLTextAreaElement>(null);
  const deletion = useDeletion(post, me.id !== author.id);
  const write = () => {
    flushSync(() => setWriting(true));
    field.current?.focus();
  };
  return (
    <PostFrame
      id={anchorFor('post', post.id)}
      tabIndex={-1}
      aria-label={FEED_TEXTS.by(author.username)}
      highlighted={highlighted}
    >
      <Row as="header" gap={3}>
        <PlayerAvatarLink player={author} size={44} />
        <Stack grow className={frame.player}>
          <PlayerLink player={author} className={frame.author}>
            {author.username}
          </PlayerLink>
          <Link to="/dashboard" hash={anchorFor('post', post.id)} className={styles.time} resetScroll={false}>
            <RelativeTime time={post.createdAt} />
          </Link>
        </Stack>
        {!post.hidden && <ReportButton kind="post" id={post.id} owner={author} className={styles.delete} />}
        {mayDelete(me, author.id) && (
          <IconButton
            label={FEED_TEXTS.deletePost(author.username)}
            variant="quiet"
            className={styles.delete}
            busy={deletion.busy}
            onClick={deletion.ask}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        )}
      </Row>
      <ErrorMessage text={deletion.failure} />
      {post.text && <PostText text={post.text} links={post.links} className={styles.text} />}
      <StrangerMedia authorId={author.id}>
        <PostMedia post={post} />
      </StrangerMedia>
      {post.hidden ? (
        <Suspense>
          <HiddenNotice kind="post" isOwn={me.id === author.id} />
        </Suspense>
      ) : (
        <>
          <PostActions post={post} onComment={write} />
          <PostComments post={post} me={me} writing={writing} field={field} />
        </>
      )}
    </PostFrame>
  );
});
