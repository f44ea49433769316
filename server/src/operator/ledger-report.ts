import { formatCount } from '@rivalhold/shared/format-number.ts';
import type { LedgerVerification } from '../features/coins/service.ts';
import { AppError } from '../platform/errors.ts';
import type { Outcome } from './commands.ts';
import { OutcomeError } from './failures.ts';

/**
 * Return the outcome of a ledger verification.
 * @throws OutcomeError that lists the differences, if the verification found any; AppError `conflict` if the ledger is
 *   empty.
 */
export function reportLedger(verified: LedgerVerification): Outcome {
  const { rows, players, differences } = verified;
  const read = `${formatCount(rows, 'row')}, ${formatCount(players, 'player')}`;
  if (differences.length > 0) {
    const lines = differences.map(({ userId, username, problem }) => {
      const player = userId === null ? 'no player' : `${username ?? 'unknown player'} (${userId})`;
      return `  ${player}: ${problem}`;
    });
    throw new OutcomeError(
      'conflict',
      [`The ledger does not match the balances (${read}):`, ...lines].join('\n'),
      verified,
    );
  }
  if (rows === 0)
    throw new AppError(
      'conflict',
      'The ledger is empty, so nothing was verified. Check that this is the right database.',
    );
  return { text: `The ledger matches all balances: ${read}.`, result: verified };
}
