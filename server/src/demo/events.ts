import { createSeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { DAY, MINUTE } from '@rivalhold/shared/time-units.ts';
import type { DemoThread } from './content/threads.ts';
import type { DemoPlayer } from './roster.ts';

/**
 * An action in the history of the demo world. `at` is its time in ms since 1970. Posts are identified by their
 * text.
 */
export type DemoEvent = { at: number; who: DemoPlayer } & (
  | { kind: 'join' }
  | { kind: 'levelUp'; level: number }
  | { kind: 'fight'; against: DemoPlayer }
  | { kind: 'rankedFight'; against: DemoPlayer }
  | { kind: 'visit' }
  | { kind: 'completeGoal'; claim: boolean }
  | { kind: 'befriend'; other: DemoPlayer }
  | { kind: 'ask'; other: DemoPlayer }
  | { kind: 'comment'; other: DemoPlayer; text: string }
  | { kind: 'message'; other: DemoPlayer; text: string; read: boolean }
  | { kind: 'post'; post: string }
  | { kind: 'like'; post: string }
  | { kind: 'reply'; post: string; text: string }
  | { kind: 'chat'; text: string }
  | { kind: 'startThread'; thread: DemoThread }
  | { kind: 'replyToThread'; thread: DemoThread; text: string }
  | { kind: 'editThread'; thread: DemoThread; text: string }
  | { kind: 'likeThreadPost'; thread: DemoThread; position: number }
);

/** Return the time at which a player joined, in ms since 1970. */
export function joinedAt(player: DemoPlayer, now: number): number {
  return now - player.joined * DAY + createSeededRandom(`join:${player.username}`).int(1, 600) * MINUTE;
}
