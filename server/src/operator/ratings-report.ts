import { formatCount } from '@rivalhold/shared/format-number.ts';
import type { RatingsVerification } from '../features/ratings/service.ts';
import type { Outcome } from './commands.ts';
import { OutcomeError } from './failures.ts';

/**
 * Return the outcome of a rating verification.
 * @throws OutcomeError that lists the differences, if the verification found any.
 */
export function reportRatings(verified: RatingsVerification): Outcome {
  const { changes, players, differences } = verified;
  const read = `${formatCount(changes, 'change')}, ${formatCount(players, 'player')}`;
  if (differences.length > 0) {
    const lines = differences.map(
      ({ userId, fightId, problem }) =>
        `  player ${userId}${fightId === null ? '' : `, fight ${fightId}`}: ${problem}`,
    );
    throw new OutcomeError(
      'conflict',
      [`The ratings do not match the fights (${read}):`, ...lines].join('\n'),
      verified,
    );
  }
  return { text: `All ratings match the fights: ${read}.`, result: verified };
}
