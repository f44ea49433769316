import Type, { type Static } from 'typebox';
import { PlayerRef } from './profiles.ts';
import { type Contract, Nullable } from './schema.ts';

/** The steps for newcomers: a first fight, potion, friend and post. */
export const Quest = Type.Enum(['fight', 'potion', 'friend', 'post']);
export type Quest = Static<typeof Quest>;

export const QuestStep = Type.Object({
  quest: Quest,
  /** Reward in coins. */
  coins: Type.Integer(),
  /** A completed step is `done` until its reward is claimed. */
  state: Type.Enum(['open', 'done', 'claimed']),
});
export type QuestStep = Static<typeof QuestStep>;

export const Quests = Type.Object({
  /** `none` for players older than the quests; `skipped` can be restored, `over` cannot. */
  state: Type.Enum(['none', 'open', 'skipped', 'over']),
  /** In display order. */
  steps: Type.Array(QuestStep),
  /** A player near the viewer's level, while a fight helps with a step. */
  rival: Nullable(PlayerRef),
});
export type Quests = Static<typeof Quests>;

export const quests = {
  routes: {
    'GET /api/quests': {
      access: 'player',
      reply: Quests,
      summary: 'The first quests of the caller, and how far they are.',
    },
    'POST /api/quests/{quest}/claim': {
      access: 'player',
      params: Type.Object({ quest: Quest }),
      reply: Quests,
      summary: 'Takes the coins of a quest that is done; once, however often it is asked.',
    },
    'POST /api/quests/skip': {
      access: 'player',
      reply: Quests,
      summary: 'Puts the quests away.',
    },
    'DELETE /api/quests/skip': {
      access: 'player',
      reply: Quests,
      summary: 'Brings quests back that were put away before they were all claimed.',
    },
  },
  serverEvents: {
    /** To every tab of the player: reload. `done` is the step just completed, if any. */
    'quests:changed': Type.Object({ done: Type.Optional(Quest) }),
  },
} as const satisfies Contract;
