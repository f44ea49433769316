import Type, { type Static } from 'typebox';
import { PlayerRef } from './profiles.ts';
import { type Contract, Nullable } from './schema.ts';

/** The quests for newcomers: a first fight, potion, friend and post. */
export const Quest = Type.Enum(['fight', 'potion', 'friend', 'post']);
export type Quest = Static<typeof Quest>;

export const QuestStep = Type.Object({
  quest: Quest,
  /** Reward in coins. */
  coins: Type.Integer(),
  /** A completed quest is `done` until its reward is claimed. */
  state: Type.Enum(['open', 'done', 'claimed']),
});
export type QuestStep = Static<typeof QuestStep>;

export const Quests = Type.Object({
  /**
   * `skipped`: the player has hidden the quests, and can restore them. `over`: all rewards are claimed, and the player
   * has closed the quests.
   */
  state: Type.Enum(['open', 'skipped', 'over']),
  /** The quests, in display order. */
  steps: Type.Array(QuestStep),
  /**
   * A suggested opponent near the viewer's level. Null if `state` is not `open`, no open quest needs a fight, or no
   * player fits.
   */
  rival: Nullable(PlayerRef),
});
export type Quests = Static<typeof Quests>;

export const quests = {
  routes: {
    'GET /api/quests': {
      access: 'player',
      reply: Quests,
      summary: "The caller's first quests and their progress.",
    },
    'POST /api/quests/{quest}/claim': {
      access: 'player',
      params: Type.Object({ quest: Quest }),
      reply: Quests,
      summary: 'Claims the coins of a completed quest; repeating the request has no effect.',
    },
    'POST /api/quests/skip': {
      access: 'player',
      reply: Quests,
      summary: 'Hides the quests.',
    },
    'DELETE /api/quests/skip': {
      access: 'player',
      reply: Quests,
      summary: 'Shows hidden quests again, unless all are claimed.',
    },
  },
  serverEvents: {
    /**
     * Sent to every tab of the player. Each tab then reloads the quests. If a quest was just completed, `done` is this
     * quest.
     */
    'quests:changed': Type.Object({ done: Type.Optional(Quest) }),
  },
} as const satisfies Contract;
