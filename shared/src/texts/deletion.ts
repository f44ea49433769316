/** Texts about deleting an account. The first three are messages of the server. */
export const DELETION_TEXTS = {
  deleted: 'Your account is deleted.',
  wrongPassword: 'That’s not your password',
  lastAdmin: 'You’re the last admin. Ask the site operator to add another admin first.',

  title: 'Delete account',
  text: 'Neither you nor support can restore a deleted account. Download a copy of your data first if you want to keep it.',
  erased:
    'Deleted right away: your names, email address, profile and avatar, photos, clips, files you sent in messages, likes, friends, notifications, items and coins.',
  retained:
    'Kept without your name: posts, comments and messages to others (under the name “Deleted player”), fights, and coin records. Nobody can use your username again, not even you.',
  open: 'Delete my account',
  dialogTitle: 'Delete your account?',
  dialogText: 'You’ll lose your open fights and be logged out everywhere. Enter your password to confirm.',
  password: 'Password',
  passwordMissing: 'Enter your password',
  cancel: 'Keep my account',
  confirm: 'Delete permanently',
  failed: 'Failed to delete your account. Try again.',
} as const;
