/** Texts of the personal data export. `tooOften` and `wrongPassword` are server errors. */
export const EXPORT_TEXTS = {
  tooOften: 'You can request one copy per day.',

  title: 'Your data',
  text: 'Get a zip file with all your data: account, profile, friends, posts, messages, fights, coins, photos and videos. You can request one copy per day. Each copy is available for seven days.',
  ask: 'Request a copy',
  askAgain: 'Request a new copy',
  pending: 'Your copy is being prepared. You’ll be notified when it’s ready, so you can leave this page.',
  failed: 'Your last copy couldn’t be prepared. Please request it again.',
  ready: (size: string, until: string) => `Your copy is ready: ${size}. It will be deleted on ${until}.`,
  next: (time: string) => `You can request another copy after ${time}.`,
  download: 'Download',
  loadFailed: 'Failed to check whether your copy is ready.',
  askFailed: 'Failed to request a copy. Try again.',
  dialogTitle: 'Request your data',
  dialogText: 'Enter your password to confirm that it’s you.',
  password: 'Password',
  passwordMissing: 'Enter your password',
  wrongPassword: 'That’s not your password',
  cancel: 'Cancel',
} as const;
