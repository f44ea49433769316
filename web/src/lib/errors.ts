import { ERRORS, type ErrorBody, type ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';

export type ApiError = {
  /** HTTP status; 0 when the server was not reached. */
  status: number;
  code: ErrorCode | 'offline';
  /** The server's sentence for the player, or '' when it gave none. */
  message: string;
  /** One text per field; empty when it is no matter of fields. */
  errors: Record<string, string>;
};

const OFFLINE_ERROR: ApiError = {
  status: 0,
  code: 'offline',
  message: SHELL_TEXTS.unreachableError,
  errors: {},
};

/** The status of a failure; 0 where the server was not reached. */
export const statusOf = (thrown: unknown): number => (thrown instanceof Response ? thrown.status : 0);

/** What a failed call says, whatever was thrown. Never throws itself. */
export async function readError(thrown: unknown): Promise<ApiError> {
  if (!(thrown instanceof Response)) {
    // A browser says a failed connection as a TypeError; other errors carry their own sentence.
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
 * What is said of a failed call: the server's own words where it has some, `fallback` for a failure that nobody
 * foresaw, with what to do behind it where the server was not reached.
 */
export function errorText({ code, message, errors }: ApiError, fallback: string): string {
  if (code === 'offline') return `${fallback.replace(/(?<![.!?])$/, '.')} ${message}`;
  return Object.values(errors)[0] || (code === 'internal' ? '' : message) || fallback;
}

/** `errorText` whatever was thrown. Never throws. */
export const readErrorText = async (thrown: unknown, fallback: string): Promise<string> =>
  errorText(await readError(thrown), fallback);
