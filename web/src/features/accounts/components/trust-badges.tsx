import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { LockKeyhole, type LucideIcon, Shield } from 'lucide-react';
import { Row } from '../../../ui/layout.tsx';
import styles from './form.module.css';

function TrustBadge({ icon: Glyph, text }: { icon: LucideIcon; text: string }) {
  return (
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
      <Glyph size={14} aria-hidden="true" /> {text}
    </Row>
  );
}

/** Show the SSL and encryption badges. */
export function TrustBadges() {
  return (
    <Row as="ul" gap={2} justify="center" wrap>
      <TrustBadge icon={LockKeyhole} text={ACCOUNT_LABELS.ssl} />
      <TrustBadge icon={Shield} text={ACCOUNT_LABELS.encryption} />
    </Row>
  );
}
