import type { Logger } from 'pino';

/** As much of an error as may stand in a log. */
type LoggedError = {
  type: string;
  message: string;
  stack: string | undefined;
  cause?: unknown;
  errors?: unknown[];
} & Partial<Record<(typeof LOGGED_FIELDS)[number], unknown>>;

const LOGGED_FIELDS = ['code', 'statusCode', 'severity', 'schema', 'table', 'constraint', 'routine'] as const;

/** Of many that failed together; a few tell why. */
const MAX_ERRORS = 5;

/**
 * What of an error is logged. A database's error carries the rows and parameters of its statement too: password hashes,
 * tokens, seeds, texts of players. Those stay out.
 */
export function loggedError(error: unknown): LoggedError | unknown {
  if (!(error instanceof Error)) return error;
  const found = error as Error & Record<string, unknown>;
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(
      LOGGED_FIELDS.filter((key) => found[key] !== undefined).map((key) => [key, found[key]]),
    ),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.slice(0, MAX_ERRORS).map(loggedError) }),
  };
}

/** A log whose errors (`err`) are told without what they carry. */
export const redactErrors = (log: Logger): Logger => log.child({}, { serializers: { err: loggedError } });
