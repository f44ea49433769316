import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useState } from 'react';
import { useOnline } from '../lib/use-online.ts';
import { Page } from '../ui/layout.tsx';
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { Text } from '../ui/text.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './plain-page.module.css';

/**
 * Show that a page's code is loading. Without a connection, show that the page opens after reconnecting. If `heading`
 * is undefined and the document's skeleton is visible, use the skeleton's heading, so that the heading does not change
 * when the app starts.
 */
export function PendingPage({ heading }: { heading?: string | null }) {
  const [title] = useState(() =>
    heading === undefined ? document.querySelector('#app-skeleton h1')?.textContent : heading,
  );
  if (!useOnline())
    return (
      <div className={styles.page} role="alert">
        <h1>{SHELL_TEXTS.offlineTitle}</h1>
        <p className={styles.text}>{SHELL_TEXTS.offlineText}</p>
      </div>
    );
  return (
    <Page gap={4} aria-busy="true">
      <VisuallyHidden>{UI_TEXTS.loading}</VisuallyHidden>
      {title ? (
        <Text as="h1" wrap="anywhere" className={styles.heading} aria-hidden="true">
          {title}
        </Text>
      ) : (
        <Skeleton width="14rem" height="2.25rem" />
      )}
      <SkeletonLines lines={5} />
    </Page>
  );
}
