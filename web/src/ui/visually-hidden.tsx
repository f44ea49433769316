import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

/** Show text to screen readers only; with the role `status`, changes are announced too. */
export const VisuallyHidden = (props: ComponentProps<'span'>) => (
  <span {...props} className={styles.hidden} />
);
