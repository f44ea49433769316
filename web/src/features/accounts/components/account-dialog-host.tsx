import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { lazily } from '../../../lib/lazily.ts';
import { OnceOpen } from '../../../ui/once-open.tsx';
import { useAccountDialog, useDialogsMissing } from '../dialogs.ts';
import { loadDialogs } from '../open-dialog.ts';
import styles from './account-dialog-host.module.css';

const AccountDialogs = lazily(loadDialogs, 'AccountDialogs');

/** Where the account dialogs are shown; they are loaded when the first of them opens. */
export function AccountDialogHost() {
  const open = useAccountDialog();
  const missing = useDialogsMissing();
  return (
    <>
      {missing && (
        <p role="alert" className={styles.missing}>
          {SHELL_TEXTS.unreachable}. {SHELL_TEXTS.unreachableText}
        </p>
      )}
      <OnceOpen open={open !== null}>
        <AccountDialogs open={open} />
      </OnceOpen>
    </>
  );
}
