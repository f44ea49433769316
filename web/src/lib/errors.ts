import { ERRORS, type ErrorBody, type ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';

export type ApiError = {
  /** HTTP status; 0 if the server was not reached. */
  status: number;
  code: ErrorCode | 'offline';
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

/** Return the error in any thrown value. Never throws. */
export async function readError(thrown: unknown): Promise<ApiError> {
  if (!(thrown instanceof Response)) {
    // Browsers report a failed connection as a TypeError; other errors have their own message.
    return thrown instanceof Error && !(thrown instanceof TypeError)
      ? { status: 0, code: 'internal', message: thrown.message, errors: {} }
      : OFFLINE_ERROR;
  }
  const body = await thrown
    .clone()
    .json()
    .then((value: Partial<ErrorBody> | null) => value ?? {})
    .catch((): Partial<ErrorBody> => ({}));
  return {
    status: thrown.status,
    code: body.code && Object.hasOwn(ERRORS, body.code) ? body.code : 'internal',
    message: body.message ?? '',
    errors: body.errors ?? {},
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
