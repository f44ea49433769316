import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import type { AccountDialog } from './dialogs.ts';

/** Titles of the account dialogs. */
export const DIALOG_TITLES: Record<AccountDialog, string> = {
  'sign-in': ACCOUNT_LABELS.welcomeBack,
  'sign-up': ACCOUNT_LABELS.createCharacter,
  forgot: ACCOUNT_LABELS.forgotTitle,
  cookies: SESSION_LABELS.cookieSettings,
};
