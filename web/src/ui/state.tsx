import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import type { ReactNode } from 'react';
import { useDeferredData } from '../lib/use-deferred-data.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './state.module.css';

type NoticeProps = {
  icon?: IconName;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  /** True if the icon stands for a failure. */
  isFailure?: boolean;
  /** True if the notice is the page's only content. Its title is then the page's heading. */
  page?: boolean;
};

/** Show a short centered message in place of content, with the next action. */
export function Notice({ icon, title, text, action, isFailure, page }: NoticeProps) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className={styles.notice}>
      {icon && <Icon name={icon} size="2.5rem" className={isFailure ? styles.failed : styles.icon} />}
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  );
}

type FailureProps = { message: ReactNode; retry: () => void; page?: boolean };

/** Show a failure with a retry button. */
export function Failure({ message, retry, page }: FailureProps) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className={styles.notice} role="alert">
      <Icon name="broken-shield" size="2.5rem" className={styles.failed} />
      <Title className={styles.title}>{message}</Title>
      <Button size="small" onClick={retry}>
        {SHELL_TEXTS.retry}
      </Button>
    </div>
  );
}

type ListStateProps<T> = {
  items: readonly T[] | undefined;
  /** Error text for the player; null without an error. */
  failure: string | null;
  retry: () => void;
  loading: ReactNode;
  empty: ReactNode;
  children: (items: readonly T[]) => ReactNode;
};

/** Show a list in each of its states. Loaded items stay visible if a later load fails. */
export function ListState<T>(props: ListStateProps<T>) {
  const { failure, retry, loading, empty, children } = props;
  const items = useDeferredData(props.items);
  if (!items) {
    if (failure === null || props.items) return <div aria-busy="true">{loading}</div>;
    return <Failure message={failure} retry={retry} />;
  }
  return items.length === 0 ? empty : children(items);
}
