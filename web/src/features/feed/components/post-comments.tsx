import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { Post, PostComment } from '@rivalhold/shared/contract/feed.ts';
import { mayDelete } from '@rivalhold/shared/roles.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { statusOf } from '../../../lib/errors.ts';
import { allOf } from '../../../lib/pages.ts';
import { restoredDraft } from '../../../lib/restored-draft.ts';
import { useKeptDraft } from '../../../lib/use-kept-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Fault } from '../../../ui/fault.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { commentsQuery } from '../api.ts';
import { commentDraft, EMPTY_COMMENT } from '../draft.ts';
import { useAddComment, useDeleteComment } from '../use-post-comments.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentRow, PendingRow } from './comment-row.tsx';
import styles from './comments.module.css';

type PostCommentsProps = {
  post: Post;
  me: SessionUser;
  /** Whether a comment is being written. */
  writing: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** The latest two comments on a post, all of them when asked for, and where one is written. */
export function PostComments({ post, me, writing, field }: PostCommentsProps) {
  const [all, setAll] = useState(false);
  // Who presses on their number wants to read them, too.
  if (writing && !all && post.comments.length === 0 && post.commentsCount > 0) setAll(true);
  const [draft, write] = useKeptDraft(me.id, commentDraft(post.id), EMPTY_COMMENT);
  const adding = useAddComment(post.id, (failed) =>
    write((current) => ({
      text: restoredDraft(failed.text, current.text),
      gif: current.gif ?? failed.gif,
    })),
  );
  const deletion = useDeleteComment(post.id);
  const query = useInfiniteQuery({ ...commentsQuery(post.id), enabled: all });
  const loaded = all && query.data ? allOf(query.data).reverse() : null;
  // The button for those that are not shown goes with the last of them.
  const place = useKeptFocus<HTMLDivElement>(`${loaded !== null} ${query.hasNextPage}`, 'heading');
  const comments = loaded ?? post.comments;
  const hidden = post.commentsCount - comments.length;
  const failure = query.error ? FEED_TEXTS.commentsFailed(statusOf(query.error)) : null;

  const askAndRemove = async (comment: PostComment) => {
    const question = { title: FEED_TEXTS.deleteCommentTitle, confirm: FEED_TEXTS.delete, danger: true };
    if (!(await confirm(question))) return;
    deletion.remove(comment);
    // The button that was pressed goes with the comment.
    place.current?.focus({ preventScroll: true });
  };
  if (comments.length === 0 && hidden <= 0 && !writing && !adding.pending) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields; only named so that one knows whose comments these are
    <div
      ref={place}
      className={styles.comments}
      role="group"
      aria-label={FEED_TEXTS.commentsOn(post.author.username)}
      tabIndex={-1}
    >
      {!loaded && hidden > 0 && (
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
        <p role="alert" className={styles.failure}>
          {failure}
          <Button
            size="small"
            onClick={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          >
            {FEED_TEXTS.retry}
          </Button>
        </p>
      )}
      {(comments.length > 0 || adding.pending) && (
        <ul className={rhythm.stack2}>
          {comments.map((comment) => (
            <CommentRow
              key={comment.id}
              comment={comment}
              busy={deletion.removing === comment.id}
              onRemove={mayDelete(me, comment.author.id) ? () => void askAndRemove(comment) : null}
            />
          ))}
          {adding.pending && (
            <PendingRow author={me} text={adding.pending.text} gifUrl={adding.pending.gif?.url ?? null} />
          )}
        </ul>
      )}
      <Fault text={deletion.failure} />
      {writing && <CommentComposer draft={draft} write={write} adding={adding} field={field} />}
    </div>
  );
}
