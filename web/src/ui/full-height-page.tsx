import { type ReactNode, useEffect } from 'react';
import styles from './full-height-page.module.css';
import { watchKeyboard } from './watch-keyboard.ts';

/** Show a page that fills the screen, above an on-screen keyboard; its last child is framed and scrolls. */
export function FullHeightPage({ children }: { children: ReactNode }) {
  useEffect(watchKeyboard, []);
  return (
    <div className={styles.page} data-fills-screen>
      {children}
    </div>
  );
}
