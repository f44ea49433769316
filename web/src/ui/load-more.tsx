import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { ErrorMessage } from './error-message.tsx';
import styles from './load-more.module.css';
import { focusRow } from './use-restore-focus.ts';

export type LoadMoreProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** Text shown if the next page could not be loaded. */
  failure: string | null;
  /** Text that replaces the button at the end of the list. */
  end?: string | null;
};

/**
 * Return a click handler for the button that loads the next page. When the page is loaded, the focus moves from the
 * button to the first new row. After a press with a pointer, the focus moves only if the button disappears with the
 * last page. The button's container must directly follow the list.
 */
export function useNewRowFocus(isFetching: boolean, hasMore: boolean) {
  const pressed = useRef<{ button: Element; last: Element; byKeyboard: boolean } | null>(null);
  useEffect(() => {
    if (isFetching || !pressed.current) return;
    const { button, last, byKeyboard } = pressed.current;
    pressed.current = null;
    const row = last.nextElementSibling ?? last;
    const focused = document.activeElement;
    // If the player has not moved the focus, it is still on the button. If the button was removed, the focus is on the
    // dialog or page around the list.
    const isFree = focused === button || focused?.contains(row);
    if (isFree && (!hasMore || (byKeyboard && row !== last))) focusRow(row);
  }, [isFetching, hasMore]);
  return ({ currentTarget: button, detail }: MouseEvent) => {
    const last = button.parentElement?.previousElementSibling?.lastElementChild;
    pressed.current = last ? { button, last, byKeyboard: detail === 0 } : null;
  };
}

/**
 * Show the button that loads the next page of a list or, after the last page, the text `end`. Render this directly
 * after the list, even if there are no more pages.
 */
export function LoadMore({ query, failure, end }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage } = query;
  const follow = useNewRowFocus(isFetchingNextPage, hasNextPage);
  const load = (event: MouseEvent) => {
    follow(event);
    void query.fetchNextPage();
  };
  if (!hasNextPage && !end) return null;
  return (
    <div className={styles.end}>
      <ErrorMessage text={query.isFetchNextPageError ? failure : null} />
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
