import type { ReactNode } from 'react';
import styles from './narrow-page.module.css';
import { Text } from './text.tsx';

/** Show a page with a single small card, for example to set a new password. */
export function NarrowPage({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {text && <Text tone="quiet">{text}</Text>}
        {children}
      </div>
    </div>
  );
}
