/** All error codes of the server, with status and default text. */
export const ERRORS = {
  invalid: { status: 400, message: 'Please check what you entered.' },
  invalidToken: { status: 400, message: 'This link is no longer valid. Please ask for a new one.' },
  unauthenticated: { status: 401, message: 'Please sign in first.' },
  credentials: { status: 401, message: 'The provided credentials were invalid.' },
  forbidden: { status: 403, message: 'Forbidden' },
  muted: { status: 403, message: 'You are muted.' },
  suspended: { status: 403, message: 'Your account is suspended.' },
  csrf: { status: 403, message: 'Your session token is out of date. Please try again.' },
  origin: { status: 403, message: 'This request came from another site.' },
  notFound: { status: 404, message: 'Not found.' },
  conflict: { status: 409, message: 'That is not possible right now.' },
  taken: { status: 409, message: 'That is already taken.' },
  tooWeak: { status: 409, message: "You're too weak to fight!" },
  noEnergy: { status: 409, message: 'You are too tired. Rest a while.' },
  alreadyDefeated: { status: 409, message: 'Already defeated.' },
  fightOver: { status: 409, message: 'This fight is over.' },
  noFight: { status: 409, message: 'There is no open fight.' },
  fullHealth: { status: 409, message: 'You are already at full health.' },
  strikeFirst: { status: 409, message: 'Strike first, then you may heal or use an item again.' },
  healLimit: { status: 409, message: 'No heal is left to you in this fight.' },
  itemLimit: { status: 409, message: 'No item is left to you in this fight.' },
  noItem: { status: 409, message: 'You do not have that item.' },
  inProgress: { status: 409, message: 'This is already being done.' },
  tooLarge: { status: 413, message: 'That is too large.' },
  mediaType: { status: 415, message: 'That kind of content is not accepted here.' },
  tooOften: { status: 429, message: 'Too many tries. Please wait a little.' },
  internal: { status: 500, message: 'Something went wrong.' },
  unavailable: { status: 503, message: 'The hold is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;
export type ErrorCode = keyof typeof ERRORS;
/** The body of every failed request. `errors` contains one text per field. */
export type ErrorBody = { code: ErrorCode; message: string; errors?: Record<string, string> };
