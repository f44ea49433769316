import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { NodeError } from '../platform/cluster/node-lock.ts';
import { ConfigError } from '../platform/config.ts';
import { DataDirError } from '../platform/db/data-dir.ts';
import { AppError, toAppError } from '../platform/errors.ts';
import { type AnyCommand, commandNamed, type Failure, wrongUsage } from './commands.ts';

/** An error that also has a result, such as the differences that a verification found. */
export class OutcomeError extends AppError {
  readonly result: object;

  constructor(code: ErrorCode, message: string, result: object) {
    super(code, message);
    this.result = result;
  }
}

/** Return the error for wrong arguments of a command. */
export const usageError = (name: AnyCommand['name']): AppError =>
  new AppError('invalid', wrongUsage(commandNamed(name)));

/** Convert an error and its cause to a failure for the operator. Return null for an unexpected error. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof ConfigError) return { code: 'invalid', message: error.message };
  if (error instanceof DataDirError || error instanceof NodeError)
    return { code: 'conflict', message: error.message };
  const known = toAppError(error);
  if (known === null) return null;
  const { code, message, cause } = known;
  return {
    code,
    message: cause instanceof Error ? `${message} (${cause.message})` : message,
    ...(known instanceof OutcomeError && { result: known.result }),
  };
}
