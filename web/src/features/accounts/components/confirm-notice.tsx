import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { CONFIRM_EMAIL_TEXTS as TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { Mail, X } from 'lucide-react';
import { usePreference } from '../../../lib/use-preference.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack, Surface } from '../../../ui/layout.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Text } from '../../../ui/text.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

/** Say that a confirmation link was sent to an unconfirmed address, until it is confirmed or the notice is hidden. */
export function ConfirmNotice({ user }: { user: SessionUser }) {
  const [isHidden, hide] = usePreference(`rivalhold:confirm-notice-hidden:${user.id}`, false);
  if (user.emailVerified || isHidden) return null;
  return (
    <Surface as="section" aria-label={TEXTS.sentTitle} gap={3} padding={4} border radius={3}>
      <Row gap={3} align="start" justify="between">
        <Row gap={3} align="start">
          <Mail size={20} aria-hidden="true" />
          <Stack gap={1}>
            <Text weight="medium">{TEXTS.sentTitle}</Text>
            <Text size={1} tone="quiet" wrap="anywhere">
              <SentenceText parts={TEXTS.sent(<strong>{user.email}</strong>)} />
            </Text>
          </Stack>
        </Row>
        <IconButton label={TEXTS.hide} onClick={() => hide(true)}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </Row>
      <Stack gap={2}>
        <ResendConfirmation size="small" />
      </Stack>
    </Surface>
  );
}
