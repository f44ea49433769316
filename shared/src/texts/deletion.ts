/** Leaving the site for good. What the server answers stands first. */
export const DELETION_TEXTS = {
  deleted: 'Your account is deleted. Farewell.',
  wrongPassword: 'That is not your password',
  lastAdmin: 'You are the last admin. Have the operator make another one first.',

  title: 'Delete account',
  text: 'This cannot be undone, not even by us. Take a copy of your data along first, if you want one.',
  erased:
    'What goes at once: your names, e-mail address, profile and picture, photos, clips and files you sent, likes, friends, notifications, items and coins.',
  retained:
    'What stays: posts, comments and messages to others, under “Deleted player”; fights and the record of coins, with a bare number. Your username is never given to anybody else.',
  open: 'Delete my account',
  dialogTitle: 'Delete your account?',
  dialogText:
    'Open fights are lost, and you are signed out everywhere. Enter your password to go through with it.',
  password: 'Password',
  passwordMissing: 'Please enter your password',
  cancel: 'Keep my account',
  confirm: 'Delete for good',
  failed: 'Your account could not be deleted.',
} as const;
