import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { CONFIRM_EMAIL_TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { refreshSession } from '../../../entities/session/api.ts';
import { api } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';
import styles from './settings.module.css';

/**
 * Show the account's email address, whether it is confirmed, and the new address of a pending change. Offer to resend
 * the confirmation link or to cancel the change.
 */
export function EmailState({ user }: { user: SessionUser }) {
  const cancel = useMutation({
    mutationFn: () => api('DELETE /api/users/me/pending-email'),
    onSuccess: ({ message }) => {
      toast.success(message);
      refreshSession();
    },
    onError: toastError(ACCOUNT_TEXTS.unexpected),
  });
  const pending = user.pendingEmail;
  return (
    <Stack gap={3}>
      <Row gap={4} justify="between" wrap rowGap={1} className={styles.line}>
        <Text as="span" weight="medium" wrap="anywhere">
          {user.email}
        </Text>
        {user.emailVerified ? (
          <Text as="span" size={1} tone="heal" weight="medium">
            <Row as="span" gap={1}>
              <CircleCheck size={16} aria-hidden="true" /> {CONFIRM_EMAIL_TEXTS.confirmed}
            </Row>
          </Text>
        ) : (
          <Text as="span" size={1} weight="medium" className={styles.unconfirmed}>
            <Row as="span" gap={1}>
              <CircleAlert size={16} aria-hidden="true" /> {CONFIRM_EMAIL_TEXTS.unconfirmed}
            </Row>
          </Text>
        )}
      </Row>
      {(!user.emailVerified || pending !== null) && (
        <>
          <Text tone="quiet">
            {pending === null ? (
              CONFIRM_EMAIL_TEXTS.unconfirmedText
            ) : (
              <SentenceText parts={EMAIL_CHANGE_TEXTS.pending(<strong>{pending}</strong>)} />
            )}
          </Text>
          <ResendConfirmation>
            {pending !== null && (
              <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
                {EMAIL_CHANGE_TEXTS.cancel}
              </Button>
            )}
          </ResendConfirmation>
        </>
      )}
    </Stack>
  );
}
