import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { CategoryChips } from '../../features/forum/components/category-chips.tsx';
import { ForumBar } from '../../features/forum/components/forum-bar.tsx';
import { ThreadList } from '../../features/forum/components/thread-list.tsx';
import { ThreadView } from '../../features/forum/components/thread-view.tsx';
import { categoriesQuery } from '../../features/forum/queries.ts';
import { useForumLocation } from '../../features/forum/use-forum-location.ts';
import { useTitle } from '../../lib/title.ts';
import { useReturnToList } from '../../lib/use-return-to-list.ts';
import { Grid, Page, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/state.tsx';
import styles from './forum-page.module.css';

/** Focus the thread when the player opens it, or opens another page of it. */
function useThreadFocus(thread: number | undefined, page: number | undefined, hasPost: boolean) {
  const before = useRef({ thread, page });
  useEffect(() => {
    const previousThread = before.current;
    before.current = { thread, page };
    if (previousThread.thread === thread && (previousThread.page ?? 1) === (page ?? 1)) return;
    // If the URL names a post, that post gets the focus.
    if (thread !== undefined && !hasPost) document.getElementById('thread')?.focus({ preventScroll: true });
  }, [thread, page, hasPost]);
}

/**
 * Show the forum: its threads on one side, the open thread on the other. On narrow screens, show only the list or
 * only the thread.
 */
export function ForumPage() {
  const { params, filters, go } = useForumLocation();
  const categories = useQuery(categoriesQuery);
  const leaveList = useReturnToList(params.thread, 'data-thread', 'threads');
  useThreadFocus(params.thread, params.page, params.post !== undefined);
  const isOpen = params.thread !== undefined;
  // An open thread sets the page's title.
  useTitle(isOpen ? undefined : FORUM_TEXTS.title);
  return (
    <Page gap={4} className={clsx(styles.page, isOpen && styles.open)}>
      <h1 className={styles.title}>{FORUM_TEXTS.title}</h1>
      <Stack gap={3} className={styles.top}>
        <ForumBar filters={filters} onSort={(sort) => go({ ...params, sort, post: undefined })} />
        <CategoryChips
          query={categories}
          chosen={filters.category}
          onChoose={(category) => go({ ...params, category, post: undefined })}
        />
      </Stack>
      <Grid
        columns={['clamp(15rem, 32%, 24rem)', '1fr']}
        gap={4}
        align="start"
        stackOn="narrow"
        className={styles.panes}
      >
        <div className={styles.list} onClickCapture={leaveList}>
          <ThreadList
            filters={filters}
            openId={params.thread}
            onShowAll={() => go({ ...params, search: undefined, category: undefined, post: undefined })}
          />
        </div>
        {params.thread === undefined ? (
          <section className={styles.none} aria-label={FORUM_TEXTS.thread}>
            <Notice icon="scroll-unfurled" title={FORUM_TEXTS.select} />
          </section>
        ) : (
          <ThreadView key={params.thread} threadId={params.thread} page={params.page} postId={params.post} />
        )}
      </Grid>
    </Page>
  );
}
