import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { hasCode, toAppError } from '../errors.ts';
import { RepeatedLines } from './repeated-lines.ts';

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
 * Return the parts of an error that are safe to log. Leave out the rows and parameters in database errors, because they
 * can contain password hashes, tokens, seeds and players' texts.
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

/**
 * Create a log of JSON lines. For an error (`err`), a line contains the parts that `loggedError` returns.
 * While a service is down, every request, job and connection fails with the same error. Therefore, such an
 * error is logged only once, and one line per minute reports how often it was repeated.
 * @param stream the destination of the lines, by default the standard output
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const repeated = new RepeatedLines();
  const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method) {
    const [fields, message = ''] = args as [unknown, string?];
    const error = fields instanceof Error ? fields : (fields as { err?: unknown } | undefined)?.err;
    const known = error instanceof Error ? toAppError(error) : null;
    if (!hasCode(known, 'unavailable')) return method.apply(this, args);
    const kind = outageKind(error as Error);
    const report = (count: number) => method.call(log, { error: kind, repeated: count }, message);
    if (repeated.isFirst(`${message}: ${kind}: ${known.message}`, report)) method.apply(this, args);
  };
  const options: LoggerOptions = { level, serializers: { err: loggedError }, hooks: { logMethod } };
  const log = stream ? pino(options, stream) : pino(options);
  return log;
}

/**
 * Return the error code of an error's innermost cause, such as ECONNREFUSED for a service that is down. If the cause
 * has no code, return its name.
 */
function outageKind(error: Error): string {
  let kind = error.name;
  for (let current: unknown = error; current instanceof Error; current = causeOf(current))
    kind = String((current as { code?: unknown }).code ?? current.name);
  return kind;
}

/**
 * Return the cause of an error. For an AggregateError, use its first error, because all of its errors usually have the
 * same cause.
 */
const causeOf = (error: Error): unknown =>
  error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
