import { formatCount } from '../format-number.ts';

/** Texts that the layout adds to every email. Only the server imports the texts of emails. */
export const EMAIL_LAYOUT_TEXTS = {
  greeting: (username: string | null) => (username === null ? 'Hi,' : `Hi ${username},`),
  buttonFallback: 'If the button does not work, open this address in your browser:',
} as const;

/** Sentences that several emails contain. */
export const SHARED_EMAIL_TEXTS = {
  help: (supportEmail: string) => `If you need help, write to ${supportEmail}.`,
  /** The label of the button that denies a login or a change to the account. */
  deny: 'This wasn’t me',
  denyText:
    'If it wasn’t you, use the link below within seven days to log out all sessions and choose a new password.',
} as const;

/** The email with the link that confirms an email address. */
export const CONFIRMATION_EMAIL = {
  subject: 'Confirm your email for Rivalhold',
  text: 'Please confirm that this is your email address.',
  button: 'Confirm your email',
  more: 'The link works for seven days. If you didn’t give Rivalhold this address, ignore this email.',
} as const;

/** The email with the link for a new password, after a player requested it or secured the account. */
export const PASSWORD_RESET_EMAIL = {
  subject: 'Reset your Rivalhold password',
  button: 'Choose a new password',
  requested: {
    text: 'Someone, hopefully you, asked to reset your password.',
    more: 'The link works once, within one hour. If it wasn’t you, ignore this email. Your password stays the same.',
  },
  secured: {
    text: 'You secured your account, so your old password no longer works.',
    more: 'The link works once, within one hour. To get a new link after that, choose “Forgot password?” when you log in.',
  },
} as const;

/** The email that reports a changed password. */
export const PASSWORD_CHANGED_EMAIL = {
  subject: 'Your Rivalhold password was changed',
  text: 'Your password was just changed, and all your other sessions were logged out.',
  advice: 'If it wasn’t you, request a new password now.',
  button: 'Request a new password',
  more: (supportEmail: string) => `If you need help, write to ${supportEmail}.`,
} as const;

/** The email to the old address about a requested or completed change of the address. */
export const EMAIL_CHANGE_EMAIL = {
  requested: {
    subject: 'Your Rivalhold email address is being changed',
    text: 'Someone, hopefully you, asked to use another email address for your Rivalhold account. Once the new address is confirmed, it replaces this one.',
  },
  done: {
    subject: 'Your Rivalhold email address was changed',
    text: 'Your Rivalhold account now uses another email address.',
  },
  advice: 'If it wasn’t you, undo the change within seven days.',
  button: 'Undo the change',
  more: (supportEmail: string) =>
    `If you undo the change, you keep this address, all sessions are logged out, and you choose a new password. If you need help, write to ${supportEmail}.`,
} as const;

/** The email about an undone address change, to the address that the account no longer uses. */
export const EMAIL_RESTORED_EMAIL = {
  subject: 'Your Rivalhold email address was changed back',
  text: 'Your Rivalhold account uses its previous email address again. It no longer uses this address.',
  advice: (supportEmail: string) => `If it wasn’t you, write to ${supportEmail}.`,
} as const;

/** The email that reports a login with a new browser. */
export const LOGIN_EMAIL = {
  subject: 'New login to your Rivalhold account',
  text: 'Someone, hopefully you, just logged in to your account with a new browser.',
  advice:
    'If it was you, ignore this email. If it wasn’t you, use the link below within seven days to log out all sessions and choose a new password.',
  browser: 'Browser',
  unknownBrowser: 'unknown',
  address: 'IP address',
  time: 'Time',
} as const;

/** The email that reports an added, removed, replaced or used second factor. */
export const SECOND_FACTOR_EMAIL = {
  subject: 'Security notice for your Rivalhold account',
  recoveryCodeUsed: (left: number) =>
    `Someone, hopefully you, just used a recovery code. You have ${formatCount(left, 'code')} left.`,
  passkeyAdded: (name: string) => `The passkey “${name}” was just added to your account.`,
  passkeyRemoved: (name: string) => `The passkey “${name}” was just removed from your account.`,
  appAdded: 'An authenticator app was just added to your account.',
  appRemoved: 'The authenticator app was just removed from your account.',
  codesReplaced: 'The recovery codes of your account were just replaced.',
  removedByOperator:
    'As requested, the site’s operator has removed two-step login from your account, including any passkeys.',
} as const;

/** The email that reports an attempt to use a copy of a passkey. */
export const COPIED_PASSKEY_EMAIL = {
  subject: 'Someone copied your Rivalhold passkey',
  text: (name: string) =>
    `Someone tried to use a copy of your passkey “${name}”. The passkey was removed, and all your sessions were logged out.`,
  advice:
    'Log in again, and add a new passkey. If the device with the removed passkey also stores passkeys for other sites, replace those, too.',
  button: 'Log in',
} as const;

/** The email about a data export that is ready. */
export const EXPORT_EMAIL = {
  subject: 'Your Rivalhold data is ready',
  text: 'The copy of your data that you requested is ready. Log in to download it.',
  button: 'Go to the download',
  more: (date: string) =>
    `The copy will be deleted on ${date}. If you didn’t request it, change your password.`,
} as const;

/** The receipt of a payment. */
export const RECEIPT_EMAIL = {
  subject: (payment: number) => `Your receipt from Rivalhold, payment ${payment}`,
  testSubject: (payment: number) => `TEST: Your receipt from Rivalhold, payment ${payment}`,
  text: 'Thank you for your purchase. This is your receipt.',
  testText: 'This was a test payment. You weren’t charged.',
  payment: 'Payment number',
  date: 'Date',
  bought: 'Bought',
  pack: (name: string, coins: number) => `${name} (${formatCount(coins, 'coin')})`,
  paid: 'Paid by card',
  price: (price: string) => `${price} USD`,
  coins: 'The coins were added to your balance. Coins are non-refundable.',
  help: (supportEmail: string) =>
    `If something is wrong, write to ${supportEmail} with the payment number. Never send a card number.`,
} as const;

/** The email that reports a suspension. It also contains the reason. */
export const SUSPENSION_EMAIL = {
  subject: 'Your Rivalhold account is suspended',
  appeal: (supportEmail: string) =>
    `If you think this is a mistake, log in to appeal, or write to ${supportEmail}.`,
} as const;
