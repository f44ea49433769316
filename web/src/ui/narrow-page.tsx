import type { ReactNode } from 'react';
import styles from './narrow-page.module.css';
import rhythm from './rhythm.module.css';

/** A page of one small card, such as choosing a new password. */
export function NarrowPage({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={rhythm.quiet}>{text}</p>}
        {children}
      </div>
    </div>
  );
}
