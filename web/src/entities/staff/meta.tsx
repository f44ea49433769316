import type { ReactNode } from 'react';
import { Row } from '../../ui/layout.tsx';
import styles from './staff.module.css';

/** Show short details, such as names and times, in a row. Long words wrap. */
export function Meta({ as, children }: { as?: 'p' | 'span'; children: ReactNode }) {
  return (
    <Row as={as} wrap gap={2} rowGap={1} size={1} tone="quiet" className={styles.meta}>
      {children}
    </Row>
  );
}
