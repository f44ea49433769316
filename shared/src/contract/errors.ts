/** All error codes of the server, with status and default text. */
export const ERRORS = {
  invalid: { status: 400, message: 'Please check what you entered.' },
  invalidToken: { status: 400, message: 'This link is no longer valid. Please request a new one.' },
  unauthenticated: { status: 401, message: 'Please log in first.' },
  credentials: { status: 401, message: 'Wrong username, email or password.' },
  secondFactor: { status: 401, message: 'Enter the code from your authenticator app, or a recovery code.' },
  forbidden: { status: 403, message: 'Forbidden' },
  muted: { status: 403, message: 'You are muted.' },
  notAccepted: { status: 403, message: 'This player doesn’t accept this.' },
  step_up: { status: 403, message: 'Confirm that it’s you first.' },
  factorRequired: { status: 403, message: 'Set up two-step login in Settings to open the staff pages.' },
  suspended: { status: 403, message: 'Your account is suspended.' },
  captcha: { status: 403, message: 'Many accounts are being created. Reload the page and try again.' },
  csrf: { status: 403, message: 'Your session token is out of date. Please try again.' },
  origin: { status: 403, message: 'This request came from another site.' },
  notFound: { status: 404, message: 'Not found.' },
  conflict: { status: 409, message: 'That’s not possible right now.' },
  taken: { status: 409, message: 'That’s already taken.' },
  tooWeak: { status: 409, message: "You're too weak to fight!" },
  noEnergy: { status: 409, message: 'You don’t have enough energy. It comes back over time.' },
  alreadyDefeated: { status: 409, message: 'Already defeated.' },
  fightOver: { status: 409, message: 'This fight is over.' },
  noFight: { status: 409, message: 'You have no open fight.' },
  fullHealth: { status: 409, message: 'You’re already at full health.' },
  fight_open: { status: 409, message: 'You already have an open fight. Finish it or give up first.' },
  healLimit: { status: 409, message: 'You have no heals left in this fight.' },
  itemLimit: { status: 409, message: 'You have no items left in this fight.' },
  levelTooLow: { status: 409, message: 'Your level is too low.' },
  noItem: { status: 409, message: 'You don’t have that item.' },
  inProgress: { status: 409, message: 'This is already in progress.' },
  tooLarge: { status: 413, message: 'This is too large.' },
  mediaType: { status: 415, message: 'This type of content isn’t supported.' },
  newAccountLimit: { status: 429, message: 'New accounts can only do this a few times a day.' },
  tooOften: { status: 429, message: 'Too many attempts. Please wait a moment.' },
  internal: { status: 500, message: 'Something went wrong.' },
  readOnly: { status: 503, message: 'Rivalhold is under maintenance. You can’t change anything right now.' },
  unavailable: { status: 503, message: 'Rivalhold is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;
export type ErrorCode = keyof typeof ERRORS;
/**
 * The response body of every failed request. `errors` contains an error text for each invalid field. `challenge` is the
 * path of the captcha challenge that the client must solve before it repeats the request. `appealToken` opens the
 * appeal page for a suspended player.
 */
export type ErrorBody = {
  code: ErrorCode;
  message: string;
  errors?: Record<string, string>;
  challenge?: string;
  appealToken?: string;
};
