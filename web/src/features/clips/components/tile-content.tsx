import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './clips-bar.module.css';

type TileContentProps = {
  /** The text below the picture. */
  name: string;
  /** Read by screen readers instead of the name. */
  label?: string;
  look?: 'new' | 'seen' | 'add' | 'loading';
  children: ReactNode;
};

/** Show the content of a tile in the clips bar: a framed picture with a name below it. */
export function TileContent({ name, label, look = 'seen', children }: TileContentProps) {
  return (
    <>
      <span className={clsx(styles.ring, styles[look])}>{children}</span>
      <span className={styles.name} aria-hidden={label !== undefined}>
        {name}
      </span>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  );
}
