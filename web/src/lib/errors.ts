import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';

export type ApiError = {
  /** HTTP status; 0 if there was no response. */
  status: number;
  /**
   * 'unknown' if the response has no code. If the server is newer than this client, the code can also be missing in
   * `ErrorCode`.
   */
  code: ErrorCode | 'offline' | 'unknown';
  /** The message for the player, or '' if there is none. */
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

/** Return the HTTP status of a failed request, or 0 for any other error. */
export const statusOf = (thrown: unknown): number => (thrown instanceof Response ? thrown.status : 0);

/**
 * Report whether the server rejects a file because of its size or type, so that sending it again cannot succeed. After
 * other errors, for example if the session has ended or the player has sent too many requests, a retry can succeed.
 */
export const isFileRejected = (thrown: unknown): boolean => [413, 415].includes(statusOf(thrown));

/** Return the message for the player if the site's own code has thrown the error, or '' for any other error. */
export const ownMessage = (thrown: unknown): string =>
  // Errors from the browser have names such as 'TypeError', and their messages are for developers.
  thrown instanceof Error && thrown.name === 'Error' ? thrown.message : '';

const textOf = (...values: unknown[]): string =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';

/**
 * Return the code of an error response. For status 500 and above, all codes except `unavailable` and `readOnly` count
 * as `internal`.
 */
function codeOf(value: unknown, status: number): ApiError['code'] {
  if (status >= 500 && value !== 'unavailable' && value !== 'readOnly') return 'internal';
  return typeof value === 'string' ? (value as ErrorCode) : 'unknown';
}

/** Return the entries of `errors` whose value is a string. */
function fieldErrors(errors: unknown): Record<string, string> {
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Convert any thrown value to an `ApiError`. Never throws. */
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
 * Return the text for a failed request: the first field error, or else the server's message, or else `fallback`. The
 * message of an internal error is ignored. If the server was not reached, return `fallback` with the advice to check
 * the connection.
 */
export function errorText({ code, message, errors }: ApiError, fallback: string): string {
  if (code === 'offline') {
    const failure = fallback.replace(/ (Please t|T)ry again\.$/, '').replace(/(?<![.!?])$/, '.');
    return `${failure} ${message}`;
  }
  return Object.values(errors)[0] || (code === 'internal' ? '' : message) || fallback;
}

/** Return `errorText` for any thrown value. Never throws. */
export const readErrorText = async (thrown: unknown, fallback: string): Promise<string> =>
  errorText(await readError(thrown), fallback);
