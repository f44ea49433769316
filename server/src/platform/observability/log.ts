import type { Logger } from 'pino';

/** The parts of an error that may be logged. */
type LoggedError = {
  type: string;
  message: string;
  stack: string | undefined;
  cause?: unknown;
  errors?: unknown[];
} & Partial<Record<(typeof LOGGED_FIELDS)[number], unknown>>;

const LOGGED_FIELDS = ['code', 'statusCode', 'severity', 'schema', 'table', 'constraint', 'routine'] as const;

/** Maximum number of logged causes if many operations failed together. */
const MAX_ERRORS = 5;

/**
 * Return the loggable parts of an error. Database errors also contain rows and parameters: password hashes,
 * tokens, seeds, texts of players. These are left out.
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

/** Return a logger that redacts its errors (`err`) with `loggedError`. */
export const redactErrors = (log: Logger): Logger => log.child({}, { serializers: { err: loggedError } });
