import { readError } from '../../lib/errors.ts';

/** The server's own words where it has some, `otherwise` for a failure that nobody foresaw. Never throws. */
export async function faultOf(thrown: unknown, otherwise: string): Promise<string> {
  const { code, message, errors } = await readError(thrown);
  const isUnforeseen = code === 'internal' || code === 'offline';
  return Object.values(errors)[0] || (isUnforeseen ? '' : message) || otherwise;
}

/** The status of a failure; 0 where the server was not reached. */
export const statusOf = (thrown: unknown): number => (thrown instanceof Response ? thrown.status : 0);
