import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { CONFIRM_EMAIL_TEXTS as TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { X } from 'lucide-react';
import { usePreference } from '../../../lib/use-preference.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Surface } from '../../../ui/layout.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Text } from '../../../ui/text.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

/**
 * Ask the player to confirm the email address or to request a new link. Renders nothing once the address is confirmed
 * or the player has hidden the notice.
 */
export function ConfirmNotice({ user }: { user: SessionUser }) {
  const [isHidden, hide] = usePreference(`rivalhold:confirm-notice-hidden:${user.id}`, false);
  if (user.emailVerified || isHidden) return null;
  return (
    <Surface as="section" aria-label={TEXTS.title} gap={2} padding={4} border radius={3}>
      <Row gap={2} align="start" justify="between">
        <Text size={1} wrap="anywhere">
          <SentenceText parts={TEXTS.check(<strong>{user.email}</strong>)} />
        </Text>
        <IconButton label={TEXTS.hide} onClick={() => hide(true)}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </Row>
      <ResendConfirmation size="small" />
    </Surface>
  );
}
