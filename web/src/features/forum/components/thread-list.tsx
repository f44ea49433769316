import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { repeat } from '../../../lib/repeat.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { categoryOf } from '../api.ts';
import { categoriesQuery, threadsQuery } from '../queries.ts';
import type { ThreadFilters } from '../search.ts';
import styles from './thread-list.module.css';
import { ThreadRow } from './thread-row.tsx';

type ThreadListProps = {
  filters: ThreadFilters;
  openId: number | undefined;
  onShowAll: () => void;
};

/** List the threads that match the filters. The server applies the filters. */
export function ThreadList({ filters, openId, onShowAll }: ThreadListProps) {
  const categories = useQuery(categoriesQuery).data;
  const query = useInfiniteQuery(threadsQuery(filters));
  const { isPlaceholderData } = query;
  const isSearch = filters.search !== undefined;
  const isFiltered = isSearch || filters.category !== undefined;
  // A thread that moved down while pages were loading can be on two pages, so list each thread only once.
  const threads = query.data && [
    ...new Map(
      query.data.pages.flatMap((page) => page.threads).map((thread) => [thread.id, thread]),
    ).values(),
  ];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <section aria-labelledby="threads" className={styles.side}>
      <Row gap={3} padding={2} paddingBottom={3} align="baseline" justify="between">
        <Text as="h2" id="threads" tabIndex={-1} size={3}>
          {FORUM_TEXTS.threads}
        </Text>
        <p role="status" className={styles.count}>
          {isPlaceholderData
            ? FORUM_TEXTS.loadingThreads
            : query.data && FORUM_TEXTS.countOf(total, isSearch)}
        </p>
      </Row>
      <ListState
        items={threads}
        failure={useErrorText(query.error, FORUM_TEXTS.threadsFailed)}
        retry={() => void query.refetch()}
        loading={<LoadingState />}
        empty={
          <Notice
            icon="open-book"
            title={FORUM_TEXTS.noThreads}
            text={isSearch ? FORUM_TEXTS.noThreadsText : FORUM_TEXTS.firstThread}
            action={isFiltered && <Button onClick={onShowAll}>{FORUM_TEXTS.showAll}</Button>}
          />
        }
      >
        {(items) => (
          <ul
            className={isPlaceholderData ? styles.stale : undefined}
            aria-busy={isPlaceholderData || undefined}
          >
            {items.map((thread) => (
              <li key={thread.id}>
                <ThreadRow
                  thread={thread}
                  category={categoryOf(categories, thread.categoryId)?.title}
                  isOpen={thread.id === openId}
                  filters={filters}
                />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      {!isPlaceholderData && <LoadMore query={query} failure={FORUM_TEXTS.threadsFailed} />}
    </section>
  );
}

function LoadingState() {
  return (
    <>
      <VisuallyHidden role="status">{FORUM_TEXTS.loadingThreads}</VisuallyHidden>
      {repeat(8, (index) => (
        <div key={index} className={styles.row}>
          <Skeleton width="2.5rem" height="2.5rem" radius="portrait" />
          <Stack as="span" gap="half" grow className={styles.text}>
            <Skeleton width="85%" height="1.4rem" />
            <span className={styles.excerpt}>
              <Skeleton width="70%" height="1.2rem" />
            </span>
            <Skeleton width="60%" height="1.2rem" />
            <Skeleton width="30%" height="1.2rem" />
          </Stack>
        </div>
      ))}
    </>
  );
}
