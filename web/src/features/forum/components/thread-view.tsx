import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { ArrowDown, ChevronLeft } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { PostFrame } from '../../../entities/posts/post-frame.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { useTitle } from '../../../lib/title.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Row, Stack, Surface } from '../../../ui/layout.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useThreadEvents } from '../realtime.ts';
import { lastPage, pageAt, replyCount, type ThreadPage } from '../thread.ts';
import { useForumLocation } from '../use-forum-location.ts';
import { useOpenThread } from '../use-open-thread.ts';
import { Composer, type ComposerHandle } from './composer.tsx';
import { PageNumbers } from './page-numbers.tsx';
import { PostCard } from './post-card.tsx';
import { DeletedBanner, ThreadHead } from './thread-head.tsx';
import styles from './thread-view.module.css';

type ThreadViewProps = {
  threadId: number;
  page: number | undefined;
  postId: number | undefined;
};

/** Show the open thread: a page of its posts and the reply box. */
export function ThreadView({ threadId, page, postId }: ThreadViewProps) {
  const me = useUser();
  const { filters } = useForumLocation();
  const open = useOpenThread({ threadId, page, postId });
  useThreadEvents(threadId, me.id);
  useTitle(open.page?.thread.title);
  return (
    <section
      id="thread"
      tabIndex={-1}
      className={styles.view}
      aria-label={open.page?.thread.title ?? FORUM_TEXTS.thread}
    >
      <ButtonLink
        to="/forum"
        search={filters}
        resetScroll={false}
        preload={false}
        variant="ghost"
        size="small"
        className={styles.back}
      >
        <ChevronLeft size={18} aria-hidden="true" />
        {FORUM_TEXTS.back}
      </ButtonLink>
      <Content open={open} />
    </section>
  );
}

type ContentProps = { open: ReturnType<typeof useOpenThread> };

function Content({ open }: ContentProps) {
  const { filters } = useForumLocation();
  const { query, page } = open;
  if (page) return <Loaded page={page} open={open} />;
  if (page === null)
    return (
      <Surface radius={3} border>
        <Notice
          icon="walking-boot"
          title={FORUM_TEXTS.notFound}
          text={FORUM_TEXTS.notFoundText}
          action={
            <ButtonLink to="/forum" search={filters}>
              {FORUM_TEXTS.back}
            </ButtonLink>
          }
        />
      </Surface>
    );
  if (!query.isError && query.fetchStatus !== 'paused') return <ThreadSkeleton />;
  return (
    <Surface radius={3} border>
      <Failure
        message={query.isError ? FORUM_TEXTS.threadFailed : SHELL_TEXTS.offlineText}
        retry={() => void query.refetch()}
      />
    </Surface>
  );
}

function Loaded({ page, open }: ContentProps & { page: ThreadPage }) {
  const me = useUser();
  const { filters, go } = useForumLocation();
  const isMuted = useMute() !== null;
  const composer = useRef<ComposerHandle>(null);
  const { thread, posts } = page;
  const { id: threadId } = thread;
  const last = lastPage(page);
  const isOpen = thread.deletedAt === null && !thread.hidden;
  const canWrite = isOpen && !isMuted;
  const replies = replyCount(thread);
  const list = useRestoreFocus<HTMLOListElement>(posts.map(({ id }) => id).join(), 'row');
  const quote = useCallback((post: ForumPost) => composer.current?.quote(post), []);
  const numbers = (label: string) => (
    <PageNumbers label={label} page={page.page} last={last} search={{ ...filters, thread: threadId }} />
  );
  const onReplied = ({ id, position }: ForumPost) => {
    const at = pageAt(position, page.size);
    // If no element has the focus, or the submit button (now disabled) has it, move the focus to the reply. Otherwise,
    // do not move it.
    const focus = document.activeElement?.matches('body, [type="submit"]') ?? true;
    if (at === page.page) open.reveal({ id, focus });
    else go({ ...filters, thread: threadId, page: at, post: id });
  };
  return (
    <>
      <ThreadHead
        thread={thread}
        replies={replies}
        onReply={canWrite ? () => composer.current?.focus() : null}
      />
      {thread.deletedAt !== null && <DeletedBanner thread={thread} deletedAt={thread.deletedAt} />}
      {numbers(FORUM_TEXTS.pages)}
      <Stack as="ol" ref={list} gap={3} className={styles.posts} aria-busy={open.isOld || undefined}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard
              post={post}
              me={me}
              replies={replies}
              canWrite={canWrite}
              canDelete={thread.deletedAt === null}
              highlighted={post.id === open.highlighted}
              onQuote={quote}
            />
            {post.position === 1 && replies === 0 && <EmptyNote text={FORUM_TEXTS.noReplies} />}
          </li>
        ))}
      </Stack>
      {posts.length === 0 && <EmptyNote text={FORUM_TEXTS.emptyPage} />}
      {numbers(FORUM_TEXTS.pagesBelow)}
      <div className={styles.pillWrapper}>
        {open.hasNew && (
          <Button
            variant="primary"
            className={styles.pill}
            onClick={() => go({ ...filters, thread: threadId, page: last })}
          >
            <ArrowDown size={18} aria-hidden="true" />
            {FORUM_TEXTS.newReplies}
          </Button>
        )}
      </div>
      {canWrite ? (
        <Composer ref={composer} threadId={threadId} onReplied={onReplied} />
      ) : (
        isOpen && <MutedNote />
      )}
    </>
  );
}

function EmptyNote({ text }: { text: string }) {
  return (
    <Stack padding={4}>
      <Text tone="quiet" textAlign="center">
        {text}
      </Text>
    </Stack>
  );
}

const LINES = [4, 2, 3] as const;

/** Show a placeholder for a thread. */
function ThreadSkeleton() {
  return (
    <div className={styles.view} aria-busy="true">
      <VisuallyHidden role="status">{FORUM_TEXTS.loadingThread}</VisuallyHidden>
      <Skeleton width="70%" height="2rem" />
      <Skeleton width="40%" height="1.25rem" />
      <Stack gap={3}>
        {LINES.map((lines) => (
          <PostFrame key={lines} as="div">
            <Row gap={3}>
              <Skeleton width="2.75rem" height="2.75rem" radius="portrait" />
              <Skeleton width="30%" />
            </Row>
            <SkeletonLines lines={lines} />
            <Skeleton width="14rem" height="var(--tap-target)" />
          </PostFrame>
        ))}
      </Stack>
    </div>
  );
}
