import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { Suspense, useState } from 'react';
import { useSession, useSessionEnded } from '../../../entities/session/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { type AccountDialog, showAccountDialog } from '../dialogs.ts';
import { CookieSettings } from './cookie-settings.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** Loaded separately, because only players need it, and it would make the dialogs of guests larger. */
const SessionEnded = lazyComponent(() => import('./session-ended.tsx'), 'SessionEnded');

const CONTENT = {
  'sign-in': { title: ACCOUNT_LABELS.welcomeBack, description: undefined, Form: SignInForm },
  'sign-up': { title: ACCOUNT_LABELS.createCharacter, description: undefined, Form: SignUpForm },
  forgot: {
    title: ACCOUNT_LABELS.forgotTitle,
    description: ACCOUNT_LABELS.forgotText,
    Form: ForgotDialogForm,
  },
  cookies: { title: SESSION_LABELS.cookieSettings, description: undefined, Form: CookieSettings },
} as const;

function ForgotDialogForm() {
  return <ForgotForm onBack={() => showAccountDialog('sign-in')} />;
}

/** Show a guest's dialog: sign-in, sign-up, forgotten password or the cookie list. */
export function AccountDialogs({ open }: { open: AccountDialog | null }) {
  // Keep the last content while the dialog fades out.
  const [last, setLast] = useState<AccountDialog>(open ?? 'sign-in');
  if (open && open !== last) setLast(open);
  const { title, description, Form } = CONTENT[open ?? last];
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
        title={title}
        description={description}
        overHiddenPage
      >
        <Form />
      </Dialog>
    </>
  );
}
