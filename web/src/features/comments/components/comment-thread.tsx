import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import type { Refusals } from '@rivalhold/shared/contract/safety.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../../entities/session/api.ts';
import { statusOf } from '../../../lib/errors.ts';
import { flattenPages } from '../../../lib/paged-list.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Card } from '../../../ui/card.tsx';
import { confirmWithReason } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { moveFocusFromRow } from '../../../ui/use-restore-focus.ts';
import { canDeleteProfileComment, profileCommentsQuery } from '../api.ts';
import { useDeleteComment, usePendingComment } from '../use-comments.ts';
import { CommentRow } from './comment-row.tsx';
import { Composer } from './composer.tsx';

/** Show a comment that is being posted. */
function PendingRow({ me, body }: { me: SessionUser; body: string }) {
  const { id: userId, username, avatarUrl } = me;
  return <CommentRow pending comment={{ id: 0, userId, username, avatarUrl, body, createdAt: '' }} />;
}

function LoadingState() {
  return (
    <Stack as="ul" divided>
      {repeat(3, (row) => (
        <Row as="li" key={row} align="start" gap={3} paddingBlock={4}>
          <Skeleton width="2.75rem" height="2.75rem" />
          <Stack as="span" gap={1} grow>
            <Skeleton width="35%" />
            <Skeleton width="80%" />
          </Stack>
        </Row>
      ))}
    </Stack>
  );
}

type CommentThreadProps = {
  profileId: number;
  /** Why the owner of the profile does not accept comments by the viewer. */
  refusal?: Refusals['comments'] | undefined;
};

/** Show the comments on a profile, newest first, and the composer. */
export function CommentThread({ profileId, refusal }: CommentThreadProps) {
  const me = useSession();
  const query = useInfiniteQuery(profileCommentsQuery(profileId));
  const { remove, failure: removeFailure } = useDeleteComment(profileId);
  const pending = usePendingComment(profileId);
  const { error } = query;
  const failure = error ? COMMENT_TEXTS.loadFailed(statusOf(error)) : null;

  const confirmRemoval = async ({ id, userId }: ProfileComment, from: Element) => {
    const { removeTitle: title, removeConfirm } = COMMENT_TEXTS;
    const asksReason = userId !== me?.id;
    const reason = await confirmWithReason({ title, confirm: removeConfirm, danger: true, asksReason });
    if (!reason) return;
    // Move the focus, because the pressed button is removed with the comment.
    moveFocusFromRow(from);
    remove({ id, reason });
  };

  const list = (comments: readonly ProfileComment[]) => (
    <Stack as="ul" divided>
      {me && pending !== undefined && <PendingRow me={me} body={pending} />}
      {comments.map((comment) => (
        <CommentRow
          key={comment.id}
          comment={comment}
          onRemove={
            me && canDeleteProfileComment(me, comment) ? (from) => void confirmRemoval(comment, from) : null
          }
        />
      ))}
    </Stack>
  );

  return (
    <Card title={COMMENT_TEXTS.title}>
      {refusal ? (
        <Text tone="quiet">{REFUSAL_TEXTS.comments[refusal]}</Text>
      ) : (
        me && <Composer profileId={profileId} me={me} />
      )}
      <div>
        <ErrorMessage text={removeFailure} />
        <ListState
          items={query.data && flattenPages(query.data)}
          failure={failure}
          retry={() => void query.refetch()}
          loading={<LoadingState />}
          empty={
            pending === undefined ? <Notice icon="scroll-unfurled" title={COMMENT_TEXTS.empty} /> : list([])
          }
        >
          {list}
        </ListState>
        {query.data && <LoadMore query={query} failure={failure} />}
      </div>
    </Card>
  );
}
