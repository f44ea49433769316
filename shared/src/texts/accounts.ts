import { LIMITS } from '../limits.ts';

/** Messages of the account pages and forms, including the server's field errors. */
export const ACCOUNT_TEXTS = {
  email: 'Please enter a valid email address',
  emailTaken: 'An account with this email already exists',
  username: `Username must be at least ${LIMITS.username.min} characters`,
  usernameLong: `Username must be at most ${LIMITS.username.max} characters`,
  usernameShape: 'Use letters, numbers, _, and single dots or hyphens between them',
  usernameReserved: 'This username is reserved. Choose another one.',
  usernameTaken: 'This username is taken',
  firstName: 'First name is required',
  lastName: 'Last name is required',
  nameLong: `Use at most ${LIMITS.name.max} characters`,
  nameShape: 'Use visible characters only',
  password: `Password must be at least ${LIMITS.password.min} characters`,
  passwordLong: `Password must be at most ${LIMITS.password.max} characters`,
  passwordCommon: 'This password is too common. Choose another one.',
  confirmPassword: 'Passwords do not match',
  currentPassword: 'That’s not your current password',
  currentPasswordMissing: 'Enter your current password',
  credentials: 'Wrong username, email or password.',
  resetSent: 'Check your email for a reset link.',
  checkingLink: 'Checking the link…',
  resetLinkValid: 'This link is valid.',
  resetFailed: 'Error sending reset link.',
  passwordReset: 'Your new password is set. You can log in now.',
  redirecting: 'Taking you to the home page…',
  consent: 'By signing up, you confirm that you are 18 or older',
  logInToContinue: 'Log in to continue.',
  sessionEnded: 'You were logged out. Log in to continue where you left off.',
  unexpected: 'Something went wrong.',
} as const;

/** Headings, labels and buttons of the account pages and forms. */
export const ACCOUNT_LABELS = {
  appeal: 'See the decision',
  signIn: 'Sign In',
  createCharacter: 'Create Your Character',
  welcomeBack: 'Welcome back',
  credential: 'Username or email',
  password: 'Password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  currentPassword: 'Current password',
  username: 'Username',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  remember: 'Remember me',
  forgot: 'Forgot password?',
  forgotTitle: 'Forgot password',
  newLink: 'Get a new link',
  forgotText: 'Enter your email address to get a link for choosing a new password.',
  sendLink: 'Send Reset Link',
  backToLogin: 'Back to Login',
  resetTitle: 'Choose a new password',
  resetButton: 'Set new password',
  toDashboard: 'Go to your dashboard',
  toLanding: 'Go to the home page',
  contactSupport: 'Contact support',
  noAccount: 'New here?',
  haveAccount: 'Already have a character?',
  ssl: 'SSL secured',
  encryption: 'Encrypted passwords',
} as const;

/** Texts of the Cookie Settings popup. */
export const COOKIE_TEXTS = {
  intro: 'Rivalhold needs only these three things:',
  entries: [
    {
      name: 'Session cookie',
      text: 'Keeps you logged in. Scripts can’t read it, and it ends when you log out.',
    },
    {
      name: 'CSRF token',
      text: 'XSRF-TOKEN: proves that a request comes from this site, not from another site.',
    },
    { name: 'Socket ID', text: 'Identifies your live connection while a page is open. It isn’t stored.' },
  ],
  promise: 'No tracking, no ads, no third-party analytics.',
} as const;
