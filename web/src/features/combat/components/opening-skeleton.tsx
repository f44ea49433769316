import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { SkeletonCard } from '../../../ui/skeleton-parts.tsx';
import { Text } from '../../../ui/text.tsx';
import arena from './arena.module.css';
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
      <div className={clsx(arena.arena, styles.loading)} role="status">
        <p>{COMBAT_TEXTS.opening}</p>
      </div>
      <div className={styles.placeholder}>
        <SkeletonCard height="100%" lines={4} />
      </div>
    </div>
  );
}
