/** All error codes of the server, with their status. The default messages are in `texts/errors.ts`. */
export const ERROR_STATUSES = {
  invalid: 400,
  invalidToken: 400,
  unauthenticated: 401,
  credentials: 401,
  secondFactor: 401,
  forbidden: 403,
  muted: 403,
  notAccepted: 403,
  step_up: 403,
  factorRequired: 403,
  suspended: 403,
  captcha: 403,
  csrf: 403,
  origin: 403,
  notFound: 404,
  conflict: 409,
  taken: 409,
  tooWeak: 409,
  noEnergy: 409,
  alreadyDefeated: 409,
  fightOver: 409,
  noFight: 409,
  fullHealth: 409,
  fight_open: 409,
  healLimit: 409,
  itemLimit: 409,
  levelTooLow: 409,
  noItem: 409,
  inProgress: 409,
  tooLarge: 413,
  mediaType: 415,
  newAccountLimit: 429,
  tooOften: 429,
  internal: 500,
  readOnly: 503,
  unavailable: 503,
} as const satisfies Record<string, number>;
export type ErrorCode = keyof typeof ERROR_STATUSES;
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
