import type { Goal, GoalId } from '../contract/goals.ts';
import type { Count, Counts } from './counts.ts';

type Rule = {
  goal: GoalId;
  count: Count;
  target: number;
  /** The goal can be selected only for players who have reached these counts. */
  unlock?: Counts;
};

/** Reward of a goal in coins; see docs/economy.md. */
export const GOAL_COINS = { day: 1, week: 3 } as const satisfies Record<Goal['period'], number>;

/**
 * Each day has one goal from each pool. If the player has not unlocked any goal about reading (predicting) opponents,
 * the day has a second goal about fights instead.
 */
const DAILY_POOLS: Record<'fight' | 'read' | 'community', readonly Rule[]> = {
  fight: [
    { goal: 'fight-2', count: 'fights', target: 2 },
    { goal: 'win-1', count: 'wins', target: 1 },
    { goal: 'fight-3', count: 'fights', target: 3, unlock: { level: 3 } },
    { goal: 'win-2', count: 'wins', target: 2, unlock: { level: 3 } },
  ],
  read: [
    { goal: 'read-4', count: 'reads', target: 4, unlock: { fights: 1 } },
    { goal: 'read-8', count: 'reads', target: 8, unlock: { reads: 25 } },
  ],
  community: [
    { goal: 'like-3', count: 'likes', target: 3 },
    { goal: 'comment-1', count: 'comments', target: 1 },
    { goal: 'lobby-1', count: 'lobby', target: 1 },
    { goal: 'post-1', count: 'posts', target: 1 },
    { goal: 'reply-1', count: 'replies', target: 1, unlock: { level: 2 } },
  ],
};

const WEEKLY_POOL: readonly Rule[] = [
  { goal: 'week-fight-10', count: 'fights', target: 10 },
  { goal: 'week-days-5', count: 'days', target: 5 },
  { goal: 'week-friend-1', count: 'friends', target: 1 },
  { goal: 'week-win-8', count: 'wins', target: 8, unlock: { level: 2 } },
  { goal: 'week-read-30', count: 'reads', target: 30, unlock: { reads: 25 } },
];

const RULES = new Map(
  [...Object.values(DAILY_POOLS).flat(), ...WEEKLY_POOL].map((rule) => [rule.goal, rule]),
);

/** Return the rule of a goal. */
export const goalRule = (goal: GoalId): Rule => RULES.get(goal)!;

const isUnlocked = ({ unlock }: Rule, counts: Counts): boolean =>
  Object.entries(unlock ?? {}).every(([count, least]) => (counts[count as Count] ?? 0) >= least);

/** Return a 32-bit hash of a string (FNV-1a, with a final mix, so that similar strings get very different hashes). */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/**
 * Select the goals of a day or week that begins on a date. The same arguments always result in the same goals.
 * @param counts the counts of the player when the day or week began
 */
export function drawGoals(
  userId: number,
  period: Goal['period'],
  startsOn: string,
  counts: Counts,
): readonly Rule[] {
  const drawn: Rule[] = [];
  const draw = (pool: readonly Rule[]): boolean => {
    const open = pool.filter((rule) => isUnlocked(rule, counts) && !drawn.includes(rule));
    const rule = open[hash(`${userId}:${startsOn}:${period}:${drawn.length}`) % open.length];
    if (rule) drawn.push(rule);
    return rule !== undefined;
  };
  if (period === 'week') draw(WEEKLY_POOL);
  else {
    draw(DAILY_POOLS.fight);
    if (!draw(DAILY_POOLS.read)) draw(DAILY_POOLS.fight);
    draw(DAILY_POOLS.community);
  }
  return drawn;
}
