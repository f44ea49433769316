import { ERRORS, type ErrorBody, type ErrorCode } from '@rivalhold/shared/contract/errors.ts';

/** When to ask again for what is away. */
const RETRY_AFTER_SECONDS = 5;

/** The one way to fail: a code of the contract, a text for the player, texts per field, seconds to wait. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    more: { errors?: Record<string, string>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message ?? ERRORS[code].message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter ?? (code === 'unavailable' ? RETRY_AFTER_SECONDS : undefined);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.errors && { errors: this.errors }) };
  }
}

/**
 * What the system, PostgreSQL (by SQLSTATE) and its driver say when something the site stands on is away, overloaded,
 * frozen or full, rather than that something is wrong: connections refused, cut or used up, a statement or a lock that
 * took too long, a database that only reads, a disk without room.
 */
const UNAVAILABLE_CODES =
  /^(08|53|57|25006|25P03|40001|40P01|55P03|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ENOSPC|EDQUOT|EMFILE|ENFILE|EROFS)/;
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after|PGlite is closed|Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries)/;

/** Those of them by which this machine says that it has no room, or nothing left to open a file or a connection with. */
const STORAGE_FULL_CODES = /^(ENOSPC|EDQUOT|EMFILE|ENFILE|EROFS)$/;

const isUnavailable = ({ code, message }: { code?: unknown; message?: unknown }): boolean =>
  UNAVAILABLE_CODES.test(String(code ?? '')) || UNAVAILABLE_MESSAGES.test(String(message ?? ''));

/** Whether this machine is full, rather than that something else is away. */
export const isStorageFull = (error: unknown): boolean =>
  STORAGE_FULL_CODES.test(String((error as { code?: unknown } | null)?.code ?? ''));

/** An error as the contract knows it, from whichever cause below it; null for what is nobody's to know. */
export function toAppError(error: unknown): AppError | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof AppError) return one;
    if (isUnavailable(one)) return new AppError('unavailable', undefined, { cause: error });
  }
  return null;
}

/** The texts of those fields that have one. */
export const fieldErrorsIn = (
  errors: Record<string, string | null | undefined | false>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter((error): error is [string, string] => Boolean(error[1])));

/** @throws AppError with the texts of those fields that have one. */
export function throwIfInvalid(fields: Parameters<typeof fieldErrorsIn>[0], code?: ErrorCode): void {
  const errors = fieldErrorsIn(fields);
  if (Object.keys(errors).length > 0) throw invalidFieldsError(errors, code);
}

/** Bad input, with one text for each invalid field; the first of them is the message. */
export function invalidFieldsError(errors: Record<string, string>, code: ErrorCode = 'invalid'): AppError {
  return new AppError(code, Object.values(errors)[0], { errors });
}
