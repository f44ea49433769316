import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { LockKeyhole, ShieldCheck } from 'lucide-react';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './form.module.css';

/** The SSL and encryption badges. */
export function TrustBadges() {
  return (
    <ul className={rhythm.centred}>
      <li className={styles.badge}>
        <LockKeyhole size={14} aria-hidden="true" /> {ACCOUNT_LABELS.ssl}
      </li>
      <li className={styles.badge}>
        <ShieldCheck size={14} aria-hidden="true" /> {ACCOUNT_LABELS.encryption}
      </li>
    </ul>
  );
}
