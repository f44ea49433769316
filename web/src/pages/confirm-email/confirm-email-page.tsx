import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { sessionQuery, useSession } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import { NarrowPage } from '../../ui/narrow-page.tsx';

/**
 * Render /confirm-email/{token}. The page requires a click, because mail scanners that open links must not confirm an
 * address.
 */
export function ConfirmEmailPage() {
  const { token } = useParams({ from: '/confirm-email/$token' });
  const user = useSession();
  const confirm = useMutation({
    mutationFn: () => api('POST /api/users/confirm-email/{token}', { params: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const failure = useErrorText(confirm.error, ACCOUNT_TEXTS.unexpected);
  return (
    <NarrowPage
      title={ACCOUNT_LABELS.confirmEmailTitle}
      text={confirm.isSuccess ? undefined : ACCOUNT_TEXTS.confirmEmailText}
    >
      <FormOutcome
        failure={failure}
        done={confirm.isSuccess ? confirm.data.message || ACCOUNT_TEXTS.emailConfirmed : null}
      />
      {confirm.isSuccess ? (
        <ButtonLink to={user ? '/dashboard' : '/'} variant="primary" wide>
          {user ? ACCOUNT_LABELS.toDashboard : ACCOUNT_LABELS.toLanding}
        </ButtonLink>
      ) : (
        <Button variant="primary" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {ACCOUNT_LABELS.confirmEmailTitle}
        </Button>
      )}
    </NarrowPage>
  );
}
