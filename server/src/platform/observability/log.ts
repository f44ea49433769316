import type { Logger } from 'pino';

/** The parts of an error that are safe to log. */
type LoggedError = {
  type: string;
  message: string;
  stack: string | undefined;
  cause?: unknown;
  errors?: unknown[];
} & Partial<Record<(typeof LOGGED_FIELDS)[number], unknown>>;

const LOGGED_FIELDS = ['code', 'statusCode', 'severity', 'schema', 'table', 'constraint', 'routine'] as const;

/** Maximum number of logged errors of an AggregateError. */
const MAX_ERRORS = 5;

/**
 * Return the parts of an error that are safe to log. Database errors also contain rows and parameters, for example
 * password hashes, tokens, seeds and players' texts. These are left out.
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

/** Return a logger that logs errors (`err`) only as the parts that `loggedError` returns. */
export const redactErrors = (log: Logger): Logger => log.child({}, { serializers: { err: loggedError } });
