import { useSyncExternalStore } from 'react';

export type AccountDialog = 'sign-in' | 'sign-up' | 'forgot' | 'cookies';

let open: AccountDialog | null = null;
const listeners = new Set<() => void>();

/** The dialogs' code; asked for as soon as somebody is about to press a button that opens one. */
export const loadDialogs = () => import('./components/account-dialogs.tsx');

/** Opens an account dialog in place of the one that is open; null closes it. */
export function showAccountDialog(next: AccountDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The account dialog that is open, or null. */
export const useAccountDialog = () => useSyncExternalStore(subscribe, () => open);
