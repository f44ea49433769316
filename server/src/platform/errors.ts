import { ERRORS, type ErrorBody, type ErrorCode } from '@rivalhold/shared/contract/errors.ts';

/** The one way to fail: a code of the contract, a text for the player, texts per field, seconds to wait. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    more: { errors?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message ?? ERRORS[code].message);
    this.name = 'AppError';
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.errors && { errors: this.errors }) };
  }
}

/** Bad input, with one text for each field at fault; the first of them is the message. */
export function invalidFields(errors: Record<string, string>, code: ErrorCode = 'invalid'): AppError {
  return new AppError(code, Object.values(errors)[0], { errors });
}
