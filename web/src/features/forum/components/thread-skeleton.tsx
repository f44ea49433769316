import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import card from '../../../entities/posts/post.module.css';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './thread-view.module.css';

const LINES = [4, 2, 3] as const;

/** A thread that is coming. */
export function ThreadSkeleton() {
  return (
    <div className={styles.view} aria-busy="true">
      <VisuallyHidden role="status">{FORUM_TEXTS.loadingThread}</VisuallyHidden>
      <Skeleton width="70%" height="2rem" />
      <Skeleton width="40%" height="1.25rem" />
      <div className={styles.posts}>
        {LINES.map((lines) => (
          <div key={lines} className={card.card}>
            <div className={card.header}>
              <Skeleton width="2.75rem" height="2.75rem" round />
              <Skeleton width="30%" />
            </div>
            <SkeletonLines lines={lines} />
            <Skeleton width="14rem" height="var(--tap)" />
          </div>
        ))}
      </div>
    </div>
  );
}
