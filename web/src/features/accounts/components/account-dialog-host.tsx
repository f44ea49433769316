import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { useAccountDialog, useDialogLoadFailed } from '../dialogs.ts';
import { loadDialogs } from '../open-dialog.ts';
import styles from './account-dialog-host.module.css';

const AccountDialogs = lazyComponent(loadDialogs, 'AccountDialogs');

/** Show the open account dialog, or an error if the dialogs could not be loaded. */
export function AccountDialogHost() {
  const open = useAccountDialog();
  const loadFailed = useDialogLoadFailed();
  return (
    <>
      {loadFailed && (
        <p role="alert" className={styles.missing}>
          {SHELL_TEXTS.unreachableError}
        </p>
      )}
      <LazyMount open={open !== null}>
        <AccountDialogs open={open} />
      </LazyMount>
    </>
  );
}
