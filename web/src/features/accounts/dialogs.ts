import { useSyncExternalStore } from 'react';
import { listeners } from '../../lib/listeners.ts';

export type AccountDialog = 'sign-in' | 'sign-up' | 'forgot' | 'cookies';

let open: AccountDialog | null = null;
let missing = false;
const { subscribe, tell } = listeners();

/** The dialogs' code; asked for as soon as somebody is about to press a button that opens one. */
export const loadDialogs = () => import('./components/account-dialogs.tsx');

/** Opens an account dialog in place of the one that is open; null closes it. */
export function showAccountDialog(next: AccountDialog | null): void {
  open = next;
  tell();
}

/** Loads the dialogs' code if it is not there yet, and opens one; where it cannot be had, that is said instead. */
export async function openAccountDialog(next: AccountDialog): Promise<void> {
  missing = await loadDialogs().then(
    () => false,
    () => true,
  );
  if (missing) tell();
  else showAccountDialog(next);
}

/** The account dialog that is open, or null. */
export const useAccountDialog = () => useSyncExternalStore(subscribe, () => open);

/** Whether the last dialog asked for could not be loaded. */
export const useDialogsMissing = () => useSyncExternalStore(subscribe, () => missing);
