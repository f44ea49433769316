import { Button } from '../../../ui/button.tsx';
import styles from './desk.module.css';

type LoadMoreProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  text: string;
  failed: string;
  /** Said in place of the button where there is no more. */
  end?: string;
};

/** The end of a list that comes page by page. */
export function LoadMore({ query, text, failed, end }: LoadMoreProps) {
  if (!query.hasNextPage && !end) return null;
  return (
    <div className={styles.end}>
      {query.isFetchNextPageError && <p role="alert">{failed}</p>}
      {query.hasNextPage ? (
        <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text}
        </Button>
      ) : (
        <p>{end}</p>
      )}
    </div>
  );
}
