import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Text that is only spoken; as a `status` also when it changes. */
export function VisuallyHidden({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <span role={role} className={styles.hidden}>
      {children}
    </span>
  );
}
