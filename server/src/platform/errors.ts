import { ERROR_STATUSES, type ErrorBody, type ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';

/** Default Retry-After in seconds, by error code. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { unavailable: 5, readOnly: 60 };

/**
 * An error that is sent to the client. It has an error code from the contract and a message for the player. Optional
 * values are messages by field (`errors`), the seconds to wait (`retryAfter`), the path of a captcha challenge to solve
 * (`challenge`) and the token with which a suspended player can appeal (`appealToken`). `limit` is the name of the
 * exceeded rate limit, for the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;
  readonly challenge: string | undefined;
  readonly appealToken: string | undefined;
  readonly limit: string | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    more: {
      errors?: Record<string, string>;
      retryAfter?: number;
      challenge?: string;
      appealToken?: string;
      limit?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message ?? ERROR_TEXTS[code], more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = more.errors;
    this.challenge = more.challenge;
    this.appealToken = more.appealToken;
    this.limit = more.limit;
    this.retryAfter = more.retryAfter ?? RETRY_AFTER_SECONDS[code];
  }

  get status(): number {
    return ERROR_STATUSES[this.code];
  }

  /**
   * Report whether the server failed. Read-only mode does not count as a failure, although its status is 503.
   */
  get isServerFailure(): boolean {
    return this.status >= 500 && this.code !== 'readOnly';
  }

  /** Return the response body. */
  toBody(): ErrorBody {
    const { code, message, errors, challenge, appealToken } = this;
    return {
      code,
      message,
      ...(errors && { errors }),
      ...(challenge && { challenge }),
      ...(appealToken && { appealToken }),
    };
  }
}

/** Report whether an error is an AppError with the given code. */
export const hasCode = (error: unknown, code: ErrorCode): error is AppError =>
  error instanceof AppError && error.code === code;

/**
 * Error codes that are not caused by a bug, but by a service that is down, overloaded, hung or full. They come from the
 * operating system, from PostgreSQL (SQLSTATE) and from its driver. They mean, for example, a refused or lost
 * connection, no free connection, a statement or lock timeout, a read-only database or a full disk.
 */
const UNAVAILABLE_CODES =
  /^(08|53|57|25006|25P03|40001|40P01|55P03|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ENOSPC|EDQUOT|EMFILE|ENFILE|EROFS)/;
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after|PGlite is closed|Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries)/;

/** Error codes that mean that this machine's disk is full or read-only, or that its file descriptors are exhausted. */
const STORAGE_FULL_CODES = /^(ENOSPC|EDQUOT|EMFILE|ENFILE|EROFS)$/;

const isUnavailable = ({ code, message }: { code?: unknown; message?: unknown }): boolean =>
  UNAVAILABLE_CODES.test(String(code ?? '')) || UNAVAILABLE_MESSAGES.test(String(message ?? ''));

/** Report whether an error combines several errors that were all caused by an unavailable service. */
const isAllUnavailable = (error: Error): boolean =>
  error instanceof AggregateError &&
  error.errors.length > 0 &&
  error.errors.every((each) => hasCode(toAppError(each), 'unavailable'));

/**
 * Report whether an error means that this machine's disk is full or read-only, or that its file descriptors are
 * exhausted.
 */
export const isStorageFull = (error: unknown): boolean =>
  STORAGE_FULL_CODES.test(String((error as { code?: unknown } | null)?.code ?? ''));

/**
 * Return the AppError for an error: the error itself, one of its causes, or `unavailable` if a service is down. Return
 * null for any other error, because the client must not see its details.
 */
export function toAppError(error: unknown): AppError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AppError) return current;
    if (isUnavailable(current) || isAllUnavailable(current))
      return new AppError('unavailable', undefined, { cause: error });
  }
  return null;
}

/** Return only the fields that have an error message. */
export const fieldErrorsIn = (
  errors: Record<string, string | null | undefined | false>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter((error): error is [string, string] => Boolean(error[1])));

/** Throw an AppError with the messages of all invalid fields. Do nothing if no field has a message. */
export function throwIfInvalid(fields: Parameters<typeof fieldErrorsIn>[0], code?: ErrorCode): void {
  const errors = fieldErrorsIn(fields);
  if (Object.keys(errors).length > 0) throw invalidFieldsError(errors, code);
}

/** Return an error with a message for each invalid field. The first message is also the main message. */
export function invalidFieldsError(errors: Record<string, string>, code: ErrorCode = 'invalid'): AppError {
  return new AppError(code, Object.values(errors)[0], { errors });
}
