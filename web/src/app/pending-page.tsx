import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useOnline } from '../lib/use-online.ts';
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './plain-page.module.css';

/** Show that a page's code is loading or, without a connection, that the page opens after reconnecting. */
export function PendingPage() {
  if (!useOnline())
    return (
      <div className={styles.page} role="alert">
        <h1>{SHELL_TEXTS.offlineTitle}</h1>
        <p className={styles.text}>{SHELL_TEXTS.offlineText}</p>
      </div>
    );
  return (
    <div className={styles.pending} aria-busy="true">
      <VisuallyHidden>{UI_TEXTS.loading}</VisuallyHidden>
      <Skeleton width="14rem" height="2.25rem" />
      <SkeletonLines lines={5} />
    </div>
  );
}
