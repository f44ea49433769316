import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { useNavigate } from '@tanstack/react-router';
import { ForgotForm } from '../../features/accounts/components/forgot-form.tsx';
import { openAccountDialog } from '../../features/accounts/open-dialog.ts';
import { NarrowPage } from '../../ui/narrow-page.tsx';

/** Render /forgot-password. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const back = async () => {
    await navigate({ to: '/' });
    await openAccountDialog('sign-in');
  };
  return (
    <NarrowPage title={ACCOUNT_LABELS.forgotTitle} text={ACCOUNT_LABELS.forgotText}>
      <ForgotForm onBack={() => void back()} />
    </NarrowPage>
  );
}
