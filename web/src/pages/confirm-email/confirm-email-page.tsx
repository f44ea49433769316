import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { CONFIRM_EMAIL_TEXTS as TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useMutation } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { sessionQuery, useSession } from '../../entities/session/api.ts';
import { AccountDialogButton } from '../../features/accounts/components/account-dialog-button.tsx';
import { ResendConfirmation } from '../../features/accounts/components/resend-confirmation.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useApiError } from '../../lib/use-api-error.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import { NarrowPage } from '../../ui/narrow-page.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * Render /confirm-email/{token}. The page requires a click, because mail scanners that open links must not confirm an
 * address.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const user = useSession();
  const confirm = useMutation({
    mutationFn: () => api('POST /api/users/confirm-email/{token}', { params: { token } }),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      if (user) toast.success(message || TEXTS.emailConfirmed);
    },
  });
  const error = useApiError(confirm.error);
  const failure = useErrorText(confirm.error, SHELL_TEXTS.broken);
  if (confirm.isSuccess) {
    if (user) return <Navigate to="/dashboard" replace />;
    return (
      <NarrowPage title={TEXTS.done} text={TEXTS.doneText}>
        <LogIn />
      </NarrowPage>
    );
  }
  if (error?.code === 'invalidToken') return <InvalidLink />;
  return (
    <NarrowPage title={TEXTS.title} text={TEXTS.text}>
      <FormOutcome failure={failure} />
      <Button variant="primary" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {TEXTS.title}
      </Button>
    </NarrowPage>
  );
}

const LogIn = () => (
  <AccountDialogButton dialog="sign-in" variant="primary" wide>
    {SESSION_LABELS.logIn}
  </AccountDialogButton>
);

const ToDashboard = () => (
  <ButtonLink to="/dashboard" variant="primary" wide>
    {ACCOUNT_LABELS.toDashboard}
  </ButtonLink>
);

/** Explain a used, replaced or expired link, and offer the next step. */
function InvalidLink() {
  const user = useSession();
  if (!user)
    return (
      <NarrowPage title={TEXTS.invalid} text={TEXTS.invalidForGuest}>
        <LogIn />
      </NarrowPage>
    );
  if (user.emailVerified && user.pendingEmail === null)
    return (
      <NarrowPage title={TEXTS.done} text={TEXTS.alreadyDone(user.email)}>
        <ToDashboard />
      </NarrowPage>
    );
  return (
    <NarrowPage title={TEXTS.invalid} text={TEXTS.invalidText(user.pendingEmail ?? user.email)}>
      <ResendConfirmation variant="primary" wide />
    </NarrowPage>
  );
}
