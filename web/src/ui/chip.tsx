import type { ComponentPropsWithRef } from 'react';
import styles from './chip.module.css';

/** Show a round button that turns a filter on or off. */
export const Chip = ({ pressed, ...rest }: ComponentPropsWithRef<'button'> & { pressed: boolean }) => (
  <button type="button" {...rest} aria-pressed={pressed} className={styles.chip} />
);
