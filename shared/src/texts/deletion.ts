/** Leaving the site for good. What the server answers stands first. */
export const DELETION_TEXTS = {
  deleted: 'Your account is deleted. Farewell.',
  wrongPassword: 'That is not your password',
  lastAdmin: 'You are the last admin. Have the operator make another one first.',
} as const;
