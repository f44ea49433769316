import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './plain-page.module.css';

/** A page whose code is still on its way. */
export function PendingPage() {
  return (
    <div className={styles.pending} aria-busy="true">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton width="14rem" height="2.25rem" />
      <SkeletonLines lines={5} />
    </div>
  );
}
