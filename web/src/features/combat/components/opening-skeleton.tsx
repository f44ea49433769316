import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-parts.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './fight-view.module.css';

/** Show a placeholder for the fight screen. */
export function OpeningSkeleton() {
  return (
    <div className={styles.screen} aria-busy="true">
      <header className={styles.top}>
        <span className={styles.back} />
        <Text as="h1" size={4} className={styles.title}>
          {COMBAT_TEXTS.title}
        </Text>
      </header>
      <div className={styles.loadingArena} role="status">
        <p>{COMBAT_TEXTS.opening}</p>
      </div>
      <Skeleton height="" className={styles.loadingStatus} />
      <Skeleton height="" className={styles.loadingMoves} />
      <div className={styles.loadingLog}>
        <SkeletonCard height="100%" />
      </div>
      <div className={styles.loadingItems}>
        <SkeletonCard height="100%" />
      </div>
    </div>
  );
}
