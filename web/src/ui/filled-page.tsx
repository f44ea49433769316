import { type ReactNode, useEffect } from 'react';
import styles from './filled-page.module.css';
import { watchKeyboard } from './keyboard-room.ts';

/** A page as high as the screen, also above a keyboard on it; the last thing in it is framed and scrolls by itself. */
export function FilledPage({ children }: { children: ReactNode }) {
  useEffect(watchKeyboard, []);
  return (
    <div className={styles.page} data-fills-screen>
      {children}
    </div>
  );
}
