import { sharedValue, useShared } from '../../lib/shared-value.ts';

export type AccountDialog = 'sign-in' | 'sign-up' | 'forgot' | 'cookies';

const openDialog = sharedValue<AccountDialog | null>(null);
const loadFailed = sharedValue(false);

/** Open an account dialog, and close the dialog that is open now. With null, only close the open dialog. */
export const showAccountDialog = (next: AccountDialog | null): void => openDialog.set(next);

/** Set whether the last requested dialog could not be loaded. */
export const setDialogsMissing = (isMissing: boolean): void => loadFailed.set(isMissing);

/** Report whether an account dialog is open. */
export const isAccountDialogOpen = (): boolean => openDialog.get() !== null;

/** Return the open account dialog, or null. */
export const useAccountDialog = () => useShared(openDialog);

/** Return whether the last requested dialog could not be loaded. */
export const useDialogLoadFailed = () => useShared(loadFailed);
