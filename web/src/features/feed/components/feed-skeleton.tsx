import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './feed.module.css';

/** A post that is coming. */
export function PostSkeleton({ tall }: { tall?: boolean }) {
  return (
    <div className={styles.loading} aria-hidden="true">
      <div className={styles.loadingHead}>
        <Skeleton width="2.75rem" height="2.75rem" round />
        <Skeleton width="40%" />
      </div>
      <SkeletonLines lines={2} />
      {tall && <Skeleton height="14rem" />}
      <Skeleton width="8rem" height="1.5rem" />
    </div>
  );
}

/** A feed that is coming. */
export function FeedSkeleton() {
  return (
    <div className={styles.list} aria-busy="true">
      <VisuallyHidden role="status">{FEED_TEXTS.loading}</VisuallyHidden>
      <PostSkeleton tall />
      <PostSkeleton />
      <PostSkeleton tall />
    </div>
  );
}
