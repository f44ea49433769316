import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowUp } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ActivityRow } from '../../../entities/activity/activity-row.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { useDeferredMount } from '../../../lib/use-deferred-mount.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Stack, Surface } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Notice } from '../../../ui/state.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { postQuery } from '../api.ts';
import { useAnchor } from '../use-anchor.ts';
import { type FirstFailure, useFeed } from '../use-feed.ts';
import styles from './feed.module.css';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { PinnedPost } from './pinned-post.tsx';
import { PostCard } from './post-card.tsx';

/** Number of items rendered first. Together with the cards above the feed, they fill most screens. */
const FIRST_PAGE = 3;

/** Show all players' posts and activity, newest first. */
export function Feed({ className }: { className?: string | undefined }) {
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const { posts, next, more, failures, news, ...feed } = useFeed(useUser().id);
  const items = useDeferredData(feed.items);
  const isWhole = useDeferredMount(items !== undefined);
  const isShown = (id: number) => items?.some(({ kind, item }) => kind === 'post' && item.id === id) === true;
  const anchor = useAnchor({
    ready: items !== undefined,
    isShown,
    isBuffered: news.hasPost,
    reveal: news.reveal,
  });
  const known = posts?.find(({ id }) => id === anchor.pinned);
  const pinned = useQuery({
    ...postQuery(anchor.pinned ?? 0),
    enabled: anchor.pinned !== null && known === undefined,
  });
  const showNews = () => {
    flushSync(news.reveal);
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.focus({ preventScroll: true });
  };
  const failed = failures.posts !== null || failures.activity !== null;
  const shown = items?.filter(({ kind, item }) => kind !== 'post' || item.id !== anchor.pinned);
  const rows = useRestoreFocus<HTMLUListElement>(
    shown?.map(({ kind, item }) => `${kind}-${item.id}`).join(),
    'row',
  );
  return (
    <section ref={list} tabIndex={-1} className={clsx(styles.feed, className)} aria-labelledby={titleId}>
      <VisuallyHidden>
        <h2 id={titleId}>{FEED_TEXTS.title}</h2>
      </VisuallyHidden>
      <NewsPill posts={news.posts} activity={news.activity} onShow={showNews} />
      {failures.posts && <FeedError failure={failures.posts} text={FEED_TEXTS.postsFailed} />}
      {failures.activity && <FeedError failure={failures.activity} text={FEED_TEXTS.activityFailed} />}
      {anchor.pinned !== null && (
        <PinnedPost
          post={known ?? pinned.data}
          error={pinned.error}
          retry={() => void pinned.refetch()}
          highlighted={anchor.highlighted === anchor.pinned}
          onClose={() => {
            anchor.unpin();
            list.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {shown === undefined ? (
        <FeedSkeleton />
      ) : (
        <Stack as="ul" ref={rows} gap={4} className={styles.list}>
          {shown.slice(0, isWhole ? undefined : FIRST_PAGE).map((entry) =>
            entry.kind === 'post' ? (
              <li key={`post-${entry.item.id}`} className={styles.post}>
                <PostCard post={entry.item} highlighted={anchor.highlighted === entry.item.id} />
              </li>
            ) : (
              <li key={`activity-${entry.item.id}`} className={styles.activity}>
                <ActivityRow item={entry.item} />
              </li>
            ),
          )}
        </Stack>
      )}
      {shown?.length === 0 && next === null && !failed && (
        <Surface radius={3} border>
          <Notice icon="campfire" title={FEED_TEXTS.empty} text={FEED_TEXTS.emptyText} />
        </Surface>
      )}
      {isWhole && shown !== undefined && !failed && (
        <LoadMore
          query={{
            hasNextPage: next !== null,
            isFetchingNextPage: more.busy,
            isFetchNextPageError: more.failed !== null,
            fetchNextPage: more.load,
          }}
          failure={(next === 'posts' ? FEED_TEXTS.postsFailed : FEED_TEXTS.activityFailed)(more.failed ?? 0)}
          end={shown.length > 0 ? FEED_TEXTS.end : null}
        />
      )}
    </section>
  );
}

function FeedError({ failure, text }: { failure: FirstFailure; text: (status: number) => string }) {
  return (
    <ErrorBox
      role="alert"
      action={
        <Button size="small" busy={failure.busy} onClick={failure.retry}>
          {FEED_TEXTS.retry}
        </Button>
      }
    >
      <p>{text(failure.status)}</p>
    </ErrorBox>
  );
}

type NewsPillProps = { posts: number; activity: number; onShow: () => void };

/** Show a button above the feed with the number of new items; a press shows the items. */
function NewsPill({ posts, activity, onShow }: NewsPillProps) {
  const count = posts + activity;
  const text = FEED_TEXTS.newItems(posts, activity);
  const before = useRef(0);
  useEffect(() => {
    // Announce only the first new items, not every change of the count.
    if (before.current === 0 && count > 0) announce(text);
    before.current = count;
  }, [count, text]);
  return (
    <div className={styles.pillWrapper}>
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <ArrowUp size={18} aria-hidden="true" />
          {text}
        </button>
      )}
    </div>
  );
}
