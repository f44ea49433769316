import type { ReactNode } from 'react';
import { Row } from '../../ui/layout.tsx';
import styles from './staff.module.css';

/** Small facts beside one another, in which names of any length break. */
export function Meta({ as, children }: { as?: 'p' | 'span' | 'dd'; children: ReactNode }) {
  return (
    <Row as={as} wrap gap={2} rowGap={1} size={1} tone="quiet" className={styles.meta}>
      {children}
    </Row>
  );
}
