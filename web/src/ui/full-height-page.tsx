import { type ReactNode, useEffect } from 'react';
import styles from './full-height-page.module.css';
import { watchKeyboard } from './watch-keyboard.ts';

/** Show a page that fills the screen above any on-screen keyboard. Its last child has a frame and scrolls. */
export function FullHeightPage({ children }: { children: ReactNode }) {
  useEffect(watchKeyboard, []);
  return (
    <div className={styles.page} data-fills-screen>
      {children}
    </div>
  );
}
