import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { categoriesQuery } from '../../features/forum/api.ts';
import { CategoryChips } from '../../features/forum/components/category-chips.tsx';
import { ForumBar } from '../../features/forum/components/forum-bar.tsx';
import { ThreadList } from '../../features/forum/components/thread-list.tsx';
import { ThreadView } from '../../features/forum/components/thread-view.tsx';
import { useForumPlace } from '../../features/forum/use-forum-place.ts';
import { useTitle } from '../../lib/title.ts';
import { useWayBack } from '../../lib/use-way-back.ts';
import { Notice } from '../../ui/state.tsx';
import styles from './forum-page.module.css';

/** Takes the focus along as one goes to a thread or another page of it. */
function useFocusAlong(thread: number | undefined, page: number | undefined, hasPost: boolean) {
  const before = useRef({ thread, page });
  useEffect(() => {
    const left = before.current;
    before.current = { thread, page };
    if (left.thread === thread && (left.page ?? 1) === (page ?? 1)) return;
    // A post that is named takes the focus itself.
    if (thread !== undefined && !hasPost) document.getElementById('thread')?.focus({ preventScroll: true });
  }, [thread, page, hasPost]);
}

/** The forum: its threads on one side, the open one on the other; on a phone one of the two. */
export function ForumPage() {
  const { place, filters, go } = useForumPlace();
  const categories = useQuery(categoriesQuery);
  const leaveList = useWayBack(place.thread, 'data-thread', 'threads');
  useFocusAlong(place.thread, place.page, place.post !== undefined);
  const isOpen = place.thread !== undefined;
  // Open, the thread names the page.
  useTitle(isOpen ? undefined : FORUM_TEXTS.title);
  return (
    <div className={clsx(styles.page, isOpen && styles.open)}>
      <h1 className={styles.title}>{FORUM_TEXTS.title}</h1>
      <div className={styles.top}>
        <ForumBar filters={filters} onSort={(sort) => go({ ...place, sort, post: undefined })} />
        <CategoryChips
          query={categories}
          chosen={filters.category}
          onChoose={(category) => go({ ...place, category, post: undefined })}
        />
      </div>
      <div className={styles.panes}>
        <div className={styles.list} onClickCapture={leaveList}>
          <ThreadList
            filters={filters}
            openId={place.thread}
            onShowAll={() => go({ ...place, search: undefined, category: undefined, post: undefined })}
          />
        </div>
        {place.thread === undefined ? (
          <section className={styles.none} aria-label={FORUM_TEXTS.thread}>
            <Notice icon="scroll-unfurled" title={FORUM_TEXTS.select} />
          </section>
        ) : (
          <ThreadView key={place.thread} threadId={place.thread} page={place.page} postId={place.post} />
        )}
      </div>
    </div>
  );
}
