import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { SIGN_OUT_KEY, useUser } from '../../../entities/session/api.ts';
import { PasswordDialog } from '../../../entities/session/password-dialog.tsx';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../ui/toast.ts';
import { useLocalSignOut } from '../use-sign-out.ts';

type DeleteDialogProps = { open: boolean; onClose: () => void };

/** Ask for the password, delete the account and log out. Load it with `lazyComponent()`. */
export function DeleteDialog({ open, onClose }: DeleteDialogProps) {
  const { id } = useUser();
  const signOutLocally = useLocalSignOut();
  return (
    <PasswordDialog
      open={open}
      onClose={onClose}
      texts={{
        title: TEXTS.dialogTitle,
        description: TEXTS.dialogText,
        password: TEXTS.password,
        passwordMissing: TEXTS.passwordMissing,
        cancel: TEXTS.cancel,
        confirm: TEXTS.confirm,
        failed: TEXTS.failed,
      }}
      danger
      mutationKey={SIGN_OUT_KEY}
      send={(body) => api('DELETE /api/users/me', { body })}
      onDone={async ({ message }) => {
        await signOutLocally(id);
        toast.success(message);
      }}
    />
  );
}
