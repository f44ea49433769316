import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';

export type ApiError = {
  /** HTTP status; 0 if the server was not reached. */
  status: number;
  /** 'unknown' without one. A newer server may also send others. */
  code: ErrorCode | 'offline' | 'unknown';
  /** The server's message for the player, or '' if it sent none. */
  message: string;
  /** One text per field; empty for errors unrelated to fields. */
  errors: Record<string, string>;
};

const OFFLINE_ERROR: ApiError = {
  status: 0,
  code: 'offline',
  message: SHELL_TEXTS.unreachableError,
  errors: {},
};

/** Return the status of a failure; 0 if the server was not reached. */
export const statusOf = (thrown: unknown): number => (thrown instanceof Response ? thrown.status : 0);

/** Return the message for the player of an error that is not a response; '' if it has none. */
export const ownMessage = (thrown: unknown): string =>
  // Errors of the browser have other names, and messages for developers.
  thrown instanceof Error && thrown.name === 'Error' ? thrown.message : '';

const textOf = (...values: unknown[]): string =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';

/** Return the code of a response: from 500, all except `unavailable` count as `internal`. */
function codeOf(value: unknown, status: number): ApiError['code'] {
  if (status >= 500 && value !== 'unavailable') return 'internal';
  return typeof value === 'string' ? (value as ErrorCode) : 'unknown';
}

/** Return the entries of `errors` that are texts. */
function fieldErrors(errors: unknown): Record<string, string> {
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Return the error in any thrown value. Never throws. */
export async function readError(thrown: unknown): Promise<ApiError> {
  if (!(thrown instanceof Response)) {
    // Browsers report a failed connection as a TypeError.
    return thrown instanceof Error && !(thrown instanceof TypeError)
      ? { status: 0, code: 'unknown', message: ownMessage(thrown), errors: {} }
      : OFFLINE_ERROR;
  }
  const { status } = thrown;
  const body = await thrown
    .clone()
    .json()
    .then((value: Record<string, unknown> | null) => value ?? {})
    .catch((): Record<string, unknown> => ({}));
  return {
    status,
    code: codeOf(body.code, status),
    message: textOf(body.message, body.error),
    errors: fieldErrors(body.errors),
  };
}

/**
 * Return the message of a failed request: the server's message if it sent any, or `fallback` for an
 * unexpected failure, with advice if the server was not reached.
 */
export function errorText({ code, message, errors }: ApiError, fallback: string): string {
  if (code === 'offline') return `${fallback.replace(/(?<![.!?])$/, '.')} ${message}`;
  return Object.values(errors)[0] || (code === 'internal' ? '' : message) || fallback;
}

/** Return `errorText` for any thrown value. Never throws. */
export const readErrorText = async (thrown: unknown, fallback: string): Promise<string> =>
  errorText(await readError(thrown), fallback);
