import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './payment-outcome.module.css';

type PaymentOutcomeProps = {
  icon: IconName;
  title: string;
  text: string;
  /** Text about the progress of a pending payment. */
  note?: string | null;
  children: ReactNode;
};

/** Show the outcome of a payment and links to continue. Screen readers announce changes. */
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
