import { type ReactNode, useEffect } from 'react';
import styles from './full-height-page.module.css';
import { watchKeyboard } from './watch-keyboard.ts';

/** A page as high as the screen, also above a keyboard on it; the last thing in it is framed and scrolls by itself. */
export function FullHeightPage({ children }: { children: ReactNode }) {
  useEffect(watchKeyboard, []);
  return (
    <div className={styles.page} data-fills-screen>
      {children}
    </div>
  );
}
