import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { EMAIL_CHANGE_TEXTS as TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { useMutation } from '@tanstack/react-query';
import { setSession } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useLinkToken } from '../../lib/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import { NarrowPage } from '../../ui/narrow-page.tsx';

/**
 * Render /undo-email/{token}. The page requires a click, because mail scanners that open links must not undo a change.
 */
export function UndoEmailPage() {
  const token = useLinkToken();
  const undo = useMutation({
    mutationFn: () => api('POST /api/users/undo-email-change/{token}', { params: { token } }),
    // All sessions of the account have ended, so clear the session in this tab. If a different player is signed in,
    // reloading the page restores that player's session.
    onSuccess: () => setSession(null),
  });
  const failure = useErrorText(undo.error, ACCOUNT_TEXTS.unexpected);
  return (
    <NarrowPage title={TEXTS.undoTitle} text={undo.isSuccess ? undefined : TEXTS.undoText}>
      <FormOutcome failure={failure} done={undo.isSuccess ? undo.data.message || TEXTS.undone : null} />
      {undo.isSuccess ? (
        <ButtonLink to="/" variant="primary" wide>
          {ACCOUNT_LABELS.toLanding}
        </ButtonLink>
      ) : (
        <Button variant="primary" wide busy={undo.isPending} onClick={() => undo.mutate()}>
          {TEXTS.undo}
        </Button>
      )}
    </NarrowPage>
  );
}
