import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './clips-bar.module.css';

type FaceProps = {
  /** What stands under it. */
  name: string;
  look?: 'new' | 'seen' | 'add' | 'coming';
  children: ReactNode;
};

/** What a place in the clips bar is made of: a framed picture and a name under it. */
export function Face({ name, look = 'seen', children }: FaceProps) {
  return (
    <>
      <span className={clsx(styles.ring, styles[look])}>{children}</span>
      <span className={clsx(styles.name, look === 'new' && styles.newName)}>{name}</span>
    </>
  );
}
