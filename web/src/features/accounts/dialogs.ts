import { sharedValue, useShared } from '../../lib/shared-value.ts';

export type AccountDialog = 'sign-in' | 'sign-up' | 'forgot' | 'cookies';

const open = sharedValue<AccountDialog | null>(null);
const missing = sharedValue(false);

/** Open an account dialog in place of the open one; null closes it. */
export const showAccountDialog = (next: AccountDialog | null): void => open.set(next);

/** Set whether the last requested dialog could not be loaded. */
export const setDialogsMissing = (isMissing: boolean): void => missing.set(isMissing);

/** Return the open account dialog, or null. */
export const useAccountDialog = () => useShared(open);

/** Return whether the last requested dialog could not be loaded. */
export const useDialogsMissing = () => useShared(missing);
