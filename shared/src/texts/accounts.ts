import { LIMITS } from '../limits.ts';

/** Texts of the account forms, the server's field errors included. */
export const ACCOUNT_TEXTS = {
  email: 'Please enter a valid email address',
  emailTaken: 'User with that email already exists',
  username: `Username must be at least ${LIMITS.username.min} characters`,
  usernameLong: `Username must be at most ${LIMITS.username.max} characters`,
  usernameShape: 'Use letters, digits, _, - and . only',
  usernameTaken: 'User with that username already exists',
  firstName: 'First name is required',
  lastName: 'Last name is required',
  nameLong: `At most ${LIMITS.name.max} characters`,
  nameShape: 'Please use visible characters only',
  password: `Password must be at least ${LIMITS.password.min} characters`,
  passwordLong: `Password must be at most ${LIMITS.password.max} characters`,
  passwordCommon: 'This password is among the most common ones. Please choose another.',
  confirmPassword: 'Passwords do not match',
  currentPassword: 'That is not your current password',
  credentials: 'The provided credentials were invalid.',
  resetSent: 'Check your email for a reset link.',
  resetFailed: 'Error sending reset link.',
  consent: 'By signing up you confirm that you are 18 or older',
  csrf: 'Failed to restore CSRF token',
  unexpected: 'Something went wrong.',
} as const;
