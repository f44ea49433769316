import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

/** Text that is only spoken; with the role `status` also when it changes. */
export const VisuallyHidden = (props: ComponentProps<'span'>) => (
  <span {...props} className={styles.hidden} />
);
