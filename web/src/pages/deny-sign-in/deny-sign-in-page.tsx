import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { DENY_SIGN_IN_TEXTS as TEXTS } from '@rivalhold/shared/texts/deny-sign-in.ts';
import { useMutation } from '@tanstack/react-query';
import { setSession } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import { NarrowPage } from '../../ui/narrow-page.tsx';

/**
 * Render /deny-sign-in/{token}. The page requires a click, because mail scanners that open links must not log anyone
 * out.
 */
export function DenySignInPage() {
  const token = useLinkToken();
  const deny = useMutation({
    mutationFn: () => api('POST /api/users/deny-sign-in/{token}', { params: { token } }),
    // All sessions of the account have ended, so clear the session in this tab. If a different player is signed in,
    // reloading the page restores that player's session.
    onSuccess: () => setSession(null),
  });
  const failure = useErrorText(deny.error, ACCOUNT_TEXTS.unexpected);
  return (
    <NarrowPage title={TEXTS.title} text={deny.isSuccess ? undefined : TEXTS.text}>
      <FormOutcome failure={failure} done={deny.isSuccess ? deny.data.message || TEXTS.done : null} />
      {deny.isSuccess ? (
        <ButtonLink to="/" variant="primary" wide>
          {ACCOUNT_LABELS.toLanding}
        </ButtonLink>
      ) : (
        <Button variant="primary" wide busy={deny.isPending} onClick={() => deny.mutate()}>
          {TEXTS.deny}
        </Button>
      )}
    </NarrowPage>
  );
}
