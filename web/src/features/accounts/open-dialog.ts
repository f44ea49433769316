import { type AccountDialog, setDialogsMissing, showAccountDialog } from './dialogs.ts';

/** Load the code of the account dialogs. Call it when a button that opens a dialog is hovered or focused. */
export const loadDialogs = () => import('./components/account-dialogs.tsx');

/**
 * Load the code of the account dialogs if needed and open a dialog. Show an error if the code cannot be
 * loaded. Do nothing if `isWanted` returns false after the load.
 */
export async function openAccountDialog(next: AccountDialog, isWanted = () => true): Promise<void> {
  const hasFailed = await loadDialogs().then(
    () => false,
    () => true,
  );
  if (!isWanted()) return;
  setDialogsMissing(hasFailed);
  if (!hasFailed) showAccountDialog(next);
}
