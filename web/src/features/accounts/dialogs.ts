import { sharedValue, useShared } from '../../lib/shared-value.ts';

export type AccountDialog = 'sign-in' | 'sign-up' | 'forgot' | 'cookies';

const open = sharedValue<AccountDialog | null>(null);
const missing = sharedValue(false);

/** The dialogs' code; asked for as soon as somebody is about to press a button that opens one. */
export const loadDialogs = () => import('./components/account-dialogs.tsx');

/** Opens an account dialog in place of the one that is open; null closes it. */
export const showAccountDialog = (next: AccountDialog | null): void => open.set(next);

/** Loads the dialogs' code if it is not there yet, and opens one; where it cannot be had, that is said instead. */
export async function openAccountDialog(next: AccountDialog): Promise<void> {
  const isMissing = await loadDialogs().then(
    () => false,
    () => true,
  );
  missing.set(isMissing);
  if (!isMissing) open.set(next);
}

/** The account dialog that is open, or null. */
export const useAccountDialog = () => useShared(open);

/** Whether the last dialog asked for could not be loaded. */
export const useDialogsMissing = () => useShared(missing);
