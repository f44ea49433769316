import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { LockKeyhole, ShieldCheck } from 'lucide-react';
import { Row } from '../../../ui/layout.tsx';
import styles from './form.module.css';

/** The SSL and encryption badges. */
export function TrustBadges() {
  return (
    <Row as="ul" gap={2} justify="center" wrap>
      <Row
        as="li"
        inline
        gap={2}
        paddingBlock={1}
        paddingInline={3}
        border
        radius="round"
        size={1}
        tone="quiet"
        className={styles.badge}
      >
        <LockKeyhole size={14} aria-hidden="true" /> {ACCOUNT_LABELS.ssl}
      </Row>
      <Row
        as="li"
        inline
        gap={2}
        paddingBlock={1}
        paddingInline={3}
        border
        radius="round"
        size={1}
        tone="quiet"
        className={styles.badge}
      >
        <ShieldCheck size={14} aria-hidden="true" /> {ACCOUNT_LABELS.encryption}
      </Row>
    </Row>
  );
}
