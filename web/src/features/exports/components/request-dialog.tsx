import type { DataExport } from '@rivalhold/shared/contract/exports.ts';
import { EXPORT_TEXTS as TEXTS } from '@rivalhold/shared/texts/exports.ts';
import { PasswordDialog } from '../../../entities/session/password-dialog.tsx';
import { api } from '../../../lib/api.ts';

type RequestDialogProps = { open: boolean; onClose: () => void; onRequested: (request: DataExport) => void };

/** Ask for the password and request a data export. Load this component with `lazyComponent()`. */
export function RequestDialog({ open, onClose, onRequested }: RequestDialogProps) {
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
        confirm: TEXTS.ask,
        failed: TEXTS.askFailed,
      }}
      send={(body) => api('POST /api/users/me/export', { body })}
      onDone={(request) => {
        onClose();
        onRequested(request);
      }}
    />
  );
}
