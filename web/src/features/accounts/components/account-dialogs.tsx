import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { Suspense, useState } from 'react';
import { useSession, useSessionEnded } from '../../../entities/session/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DIALOG_TITLES } from '../dialog-titles.ts';
import { type AccountDialog, showAccountDialog } from '../dialogs.ts';
import { CookieSettings } from './cookie-settings.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** Loaded separately, because only players whose session has ended see it. */
const SessionEnded = lazyComponent(() => import('./session-ended.tsx'), 'SessionEnded');

const FORMS = {
  'sign-in': SignInForm,
  'sign-up': SignUpForm,
  forgot: ForgotDialogForm,
  cookies: CookieSettings,
} as const;

function ForgotDialogForm() {
  return <ForgotForm onBack={() => showAccountDialog('sign-in')} />;
}

/** Show a guest's dialog: sign-in, sign-up, forgotten password or the cookie list. */
export function AccountDialogs({ open }: { open: AccountDialog | null }) {
  // Keep the last content while the dialog fades out.
  const [last, setLast] = useState<AccountDialog>(open ?? 'sign-in');
  if (open && open !== last) setLast(open);
  const dialog = open ?? last;
  const Form = FORMS[dialog];
  const hasEnded = useSessionEnded();
  const userId = useSession()?.id;
  return (
    <>
      {hasEnded && open === null && (
        <Suspense>
          <SessionEnded userId={userId} />
        </Suspense>
      )}
      <Dialog
        open={open !== null}
        onClose={() => showAccountDialog(null)}
        title={DIALOG_TITLES[dialog]}
        description={dialog === 'forgot' ? ACCOUNT_LABELS.forgotText : undefined}
        overHiddenPage
      >
        <Form />
      </Dialog>
    </>
  );
}
