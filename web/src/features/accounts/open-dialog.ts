import { type AccountDialog, setDialogsMissing, showAccountDialog } from './dialogs.ts';

/** Load the code of the account dialogs; call it as soon as a button that opens one is pointed at. */
export const loadDialogs = () => import('./components/account-dialogs.tsx');

/** Load the code of the account dialogs if needed and open one; show an error if it cannot be loaded. */
export async function openAccountDialog(next: AccountDialog): Promise<void> {
  const isMissing = await loadDialogs().then(
    () => false,
    () => true,
  );
  setDialogsMissing(isMissing);
  if (!isMissing) showAccountDialog(next);
}
