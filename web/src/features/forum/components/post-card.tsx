import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { mayDelete } from '@rivalhold/shared/roles.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { Link } from '@tanstack/react-router';
import { memo, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PlayerAvatarLink } from '../../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import frame from '../../../entities/posts/post.module.css';
import { PostFrame } from '../../../entities/posts/post-frame.tsx';
import { anchorFor } from '../../../lib/anchors.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { readPlayerValue } from '../../../lib/player-storage.ts';
import { fullTime } from '../../../lib/time.ts';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Text } from '../../../ui/text.tsx';
import { editDraftKey } from '../draft.ts';
import { useDeletion } from '../use-deletion.ts';
import { EditBox } from './edit-box.tsx';
import { PostActions } from './post-actions.tsx';
import { PostBody } from './post-body.tsx';
import styles from './post-card.module.css';

const HiddenNotice = lazyComponent(
  () => import('../../../entities/reports/hidden-notice.tsx'),
  'HiddenNotice',
);

type PostCardProps = {
  post: ForumPost;
  me: SessionUser;
  /** The thread's number of replies. */
  replies: number;
  canWrite: boolean;
  canDelete: boolean;
  /** True for a moment after the viewer has followed a link to the post. */
  highlighted: boolean;
  onQuote: (post: ForumPost) => void;
};

/** Show a post of a thread with its author and time. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post, me, replies, canWrite, canDelete, highlighted, onQuote } = props;
  const { author, position, editedAt, hidden } = post;
  const card = useRef<HTMLElement>(null);
  const deletion = useDeletion(post, me, replies);
  const isOwn = post.userId === me.id;
  const mayEdit = isOwn && canWrite && !hidden;
  const [isEditing, setEditing] = useState<'started' | 'restored' | null>(() =>
    mayEdit && readPlayerValue(me.id, editDraftKey(post.id)) !== null ? 'restored' : null,
  );
  const editing = mayEdit ? isEditing : null;
  const closeEditor = () => {
    flushSync(() => setEditing(null));
    card.current?.focus({ preventScroll: true });
  };
  return (
    <PostFrame
      ref={card}
      id={anchorFor('forum', post.id)}
      tabIndex={-1}
      aria-label={FORUM_TEXTS.post(position, author.username)}
      highlighted={highlighted}
    >
      <Row as="header" gap={3}>
        <PlayerAvatarLink player={author} size={44} />
        <Stack grow className={frame.player}>
          <PlayerLink player={author} className={frame.author}>
            <bdi>{author.username}</bdi>
          </PlayerLink>
          <Row as="p" align="stretch" wrap gap={3} rowGap={0} size={1} tone="quiet">
            <span>{FORUM_TEXTS.level(author.level)}</span>
            <span>
              <RelativeTime time={post.createdAt} />
              {editedAt && <span title={fullTime(editedAt)}> {FORUM_TEXTS.edited}</span>}
            </span>
          </Row>
        </Stack>
        <Link
          to="/forum"
          search={{ thread: post.threadId, post: post.id }}
          preload={false}
          resetScroll={false}
          className={styles.number}
          aria-label={FORUM_TEXTS.post(position, author.username)}
        >
          #{position}
        </Link>
      </Row>
      {editing ? (
        <EditBox post={post} focusOnMount={editing === 'started'} onDone={closeEditor} />
      ) : post.body === '' ? (
        <Text tone="quiet">{FORUM_TEXTS.hiddenPost}</Text>
      ) : (
        <PostBody post={post} />
      )}
      {hidden && post.body !== '' && (
        <Suspense>
          <HiddenNotice kind="forumPost" isOwn={isOwn} />
        </Suspense>
      )}
      <ErrorMessage text={deletion.failure} />
      {!editing && (
        <PostActions
          post={post}
          onQuote={canWrite && !hidden ? () => onQuote(post) : null}
          onEdit={mayEdit ? () => setEditing('started') : null}
          onDelete={canDelete && mayDelete(me, post.userId) ? deletion.ask : null}
          deleting={deletion.busy}
        />
      )}
    </PostFrame>
  );
});
