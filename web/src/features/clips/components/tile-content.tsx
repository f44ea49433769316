import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './clips-bar.module.css';

type TileContentProps = {
  /** What stands under it. */
  name: string;
  look?: 'new' | 'seen' | 'add' | 'loading';
  children: ReactNode;
};

/** What a place in the clips bar is made of: a framed picture and a name under it. */
export function TileContent({ name, look = 'seen', children }: TileContentProps) {
  return (
    <>
      <span className={clsx(styles.ring, styles[look])}>{children}</span>
      <span className={styles.name}>{name}</span>
    </>
  );
}
