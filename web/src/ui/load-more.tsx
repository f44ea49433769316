import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './load-more.module.css';
import { focusRow } from './use-restore-focus.ts';

export type LoadMoreProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** Said where the next page did not come. */
  failed: string | null;
  /** Said in place of the button where there is no more. */
  end?: string | null;
};

/**
 * For the button that loads the next page of a list: its focus goes to the first row of what has come, by which one goes
 * on with a keyboard; from a pointer only where the button goes with the last page. Answers what to call with the press;
 * what the button stands in comes directly after the list.
 */
export function useNewRowFocus(isFetching: boolean, hasMore: boolean) {
  const pressed = useRef<{ button: Element; last: Element; byKeyboard: boolean } | null>(null);
  useEffect(() => {
    if (isFetching || !pressed.current) return;
    const { button, last, byKeyboard } = pressed.current;
    pressed.current = null;
    const row = last.nextElementSibling ?? last;
    const focused = document.activeElement;
    // A window takes the focus of what goes in it to itself.
    const isFree = focused === button || focused?.contains(row);
    if (isFree && (!hasMore || (byKeyboard && row !== last))) focusRow(row);
  }, [isFetching, hasMore]);
  return ({ currentTarget: button, detail }: MouseEvent) => {
    const last = button.parentElement?.previousElementSibling?.lastElementChild;
    pressed.current = last ? { button, last, byKeyboard: detail === 0 } : null;
  };
}

/** The end of a list that comes page by page; stands directly after the list, also when there is no more. */
export function LoadMore({ query, failed, end }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage } = query;
  const follow = useNewRowFocus(isFetchingNextPage, hasNextPage);
  const load = (event: MouseEvent) => {
    follow(event);
    void query.fetchNextPage();
  };
  if (!hasNextPage && !end) return null;
  return (
    <div className={styles.end}>
      {query.isFetchNextPageError && (
        <p role="alert" className={styles.failed}>
          {failed}
        </p>
      )}
      {hasNextPage ? (
        <Button size="small" busy={isFetchingNextPage} onClick={load}>
          {query.isFetchNextPageError ? SHELL_TEXTS.retry : UI_TEXTS.loadMore}
        </Button>
      ) : (
        <p>{end}</p>
      )}
    </div>
  );
}
