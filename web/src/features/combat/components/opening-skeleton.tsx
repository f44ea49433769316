import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { SkeletonCard } from '../../../ui/skeleton-parts.tsx';
import styles from './fight-screen.module.css';

/** Show a placeholder for the fight screen in its final size. */
export function OpeningSkeleton() {
  return (
    <div className={styles.screen} aria-busy="true">
      <header className={styles.top}>
        <span className={styles.back} />
        <h1 className={styles.title}>{COMBAT_TEXTS.title}</h1>
      </header>
      <div className={styles.loading} role="status">
        <p>{COMBAT_TEXTS.opening}</p>
      </div>
      <div className={styles.below}>
        <SkeletonCard height="100%" lines={4} />
        <SkeletonCard height="100%" lines={5} />
      </div>
    </div>
  );
}
