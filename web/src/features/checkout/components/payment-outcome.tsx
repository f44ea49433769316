import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './payment-outcome.module.css';

type PaymentOutcomeProps = {
  icon: IconName;
  title: string;
  text: string;
  /** What is still going on. */
  note?: string | null;
  children: ReactNode;
};

/** How a payment ended, and where to go from here; a change of it is spoken. */
export function PaymentOutcome({ icon, title, text, note, children }: PaymentOutcomeProps) {
  return (
    <div className={styles.page}>
      <Icon name={icon} size="4rem" />
      <h1>{title}</h1>
      <div role="status">
        <p>{text}</p>
        {note && <Text tone="quiet">{note}</Text>}
      </div>
      {children}
    </div>
  );
}
