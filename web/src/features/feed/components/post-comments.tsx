import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { Post, PostComment } from '@rivalhold/shared/contract/feed.ts';
import { mayDelete } from '@rivalhold/shared/roles.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { statusOf } from '../../../lib/errors.ts';
import { flattenPages } from '../../../lib/paged-list.ts';
import { restoredDraft } from '../../../lib/restored-draft.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmWithReason } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { postCommentsQuery } from '../api.ts';
import { commentDraftKey, EMPTY_COMMENT } from '../draft.ts';
import { useAddComment, useDeleteComment } from '../use-post-comments.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentRow, PendingRow } from './comment-row.tsx';
import styles from './comments.module.css';

type PostCommentsProps = {
  post: Post;
  me: SessionUser;
  /** True if the composer is open. */
  writing: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Show the latest two comments on a post, or all comments on request, and the composer. */
export function PostComments({ post, me, writing, field }: PostCommentsProps) {
  const [all, setAll] = useState(false);
  // If the post has comments but the preview is empty, load the comments when the composer opens.
  if (writing && !all && post.comments.length === 0 && post.commentsCount > 0) setAll(true);
  const [draft, write] = useDraft(me.id, commentDraftKey(post.id), EMPTY_COMMENT);
  const adding = useAddComment(post.id, (failed) =>
    write((current) => ({
      text: restoredDraft(failed.text, current.text),
      gif: current.gif ?? failed.gif,
    })),
  );
  const deletion = useDeleteComment(post.id);
  const query = useInfiniteQuery({ ...postCommentsQuery(post.id), enabled: all });
  const loaded = all && query.data ? flattenPages(query.data).reverse() : null;
  // Restore the focus when a button that loads comments is removed.
  const container = useRestoreFocus<HTMLDivElement>(`${loaded !== null} ${query.hasNextPage}`, 'heading');
  const comments = loaded ?? post.comments;
  const hiddenCount = post.commentsCount - comments.length;
  const failure = query.error ? FEED_TEXTS.commentsFailed(statusOf(query.error)) : null;

  const confirmRemoval = async (comment: PostComment) => {
    const reason = await confirmWithReason({
      title: FEED_TEXTS.deleteCommentTitle,
      confirm: FEED_TEXTS.delete,
      danger: true,
      asksReason: comment.author.id !== me.id,
    });
    if (!reason) return;
    deletion.remove({ comment, reason });
    // Move the focus, because the pressed button is removed with the comment.
    container.current?.focus({ preventScroll: true });
  };
  if (comments.length === 0 && hiddenCount <= 0 && !writing && !adding.pending) return null;
  return (
    <Stack
      ref={container}
      gap={2}
      paddingTop={2}
      borderTop
      role="group"
      aria-label={FEED_TEXTS.commentsOn(post.author.username)}
      tabIndex={-1}
    >
      {!loaded && hiddenCount > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-busy={query.isFetching || undefined}
          onClick={() => (all ? void query.refetch() : setAll(true))}
        >
          {FEED_TEXTS.viewAll(post.commentsCount)}
        </button>
      )}
      {loaded && query.hasNextPage && (
        <button
          type="button"
          className={styles.more}
          aria-busy={query.isFetchingNextPage || undefined}
          onClick={() => query.isFetchingNextPage || void query.fetchNextPage()}
        >
          {FEED_TEXTS.earlier}
        </button>
      )}
      {all && failure && (
        <Row as="p" role="alert" gap={2} wrap>
          <Text as="span" size={1} tone="danger">
            {failure}
          </Text>
          <Button
            size="small"
            onClick={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          >
            {FEED_TEXTS.retry}
          </Button>
        </Row>
      )}
      {(comments.length > 0 || adding.pending) && (
        <Stack as="ul" gap={2}>
          {comments.map((comment) => (
            <CommentRow
              key={comment.id}
              comment={comment}
              busy={deletion.removing === comment.id}
              onRemove={mayDelete(me, comment.author.id) ? () => void confirmRemoval(comment) : null}
            />
          ))}
          {adding.pending && (
            <PendingRow author={me} text={adding.pending.text} gifUrl={adding.pending.gif?.url ?? null} />
          )}
        </Stack>
      )}
      <ErrorMessage text={deletion.failure} />
      {writing && <CommentComposer draft={draft} write={write} adding={adding} field={field} />}
    </Stack>
  );
}
