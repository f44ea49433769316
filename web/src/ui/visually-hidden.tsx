import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

/** Show text only to screen readers. With the role `status`, changes are also announced. */
export const VisuallyHidden = (props: ComponentProps<'span'>) => (
  <span {...props} className={styles.hidden} />
);
