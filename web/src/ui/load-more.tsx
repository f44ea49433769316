import { KIT_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './load-more.module.css';
import { focusRow } from './use-kept-focus.ts';

type LoadMoreProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** Said where the next page did not come. */
  failed: string | null;
  /** Said in place of the button where there is no more. */
  end?: string;
};

/**
 * The end of a list that comes page by page; stands beside the list, also when there is no more: the focus of the button
 * that goes with the last page is handed to the first row of that page.
 */
export function LoadMore({ query, failed, end }: LoadMoreProps) {
  const { hasNextPage } = query;
  const pressed = useRef<{ list: Element; rows: number } | null>(null);
  const load = (button: Element) => {
    const place = button.closest(`.${styles.end}`)?.parentElement;
    const list = [...(place?.children ?? [])].findLast((one) => one.matches('ul, ol'));
    pressed.current = list ? { list, rows: list.childElementCount } : null;
    void query.fetchNextPage();
  };
  useEffect(() => {
    if (hasNextPage || !pressed.current) return;
    const { list, rows } = pressed.current;
    pressed.current = null;
    const row = list.children[rows] ?? list.lastElementChild;
    // A window takes the focus of what goes in it to itself.
    if (row && document.activeElement?.contains(list)) focusRow(row);
  }, [hasNextPage]);
  if (!hasNextPage && !end) return null;
  return (
    <div className={styles.end}>
      {query.isFetchNextPageError && (
        <p role="alert" className={styles.failed}>
          {failed}
        </p>
      )}
      {hasNextPage ? (
        <Button
          size="small"
          busy={query.isFetchingNextPage}
          onClick={({ currentTarget }) => load(currentTarget)}
        >
          {KIT_TEXTS.loadMore}
        </Button>
      ) : (
        <p>{end}</p>
      )}
    </div>
  );
}
