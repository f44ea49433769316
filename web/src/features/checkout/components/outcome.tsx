import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import styles from './outcome.module.css';

type OutcomeProps = {
  icon: IconName;
  title: string;
  text: string;
  /** What is still going on. */
  note?: string | null;
  children: ReactNode;
};

/** How a payment ended, and where to go from here; a change of it is spoken. */
export function Outcome({ icon, title, text, note, children }: OutcomeProps) {
  return (
    <div className={styles.page}>
      <Icon name={icon} size="4rem" className={styles.icon} />
      <h1>{title}</h1>
      <div role="status">
        <p>{text}</p>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {children}
    </div>
  );
}
