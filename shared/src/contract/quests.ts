import Type, { type Static } from 'typebox';
import { PlayerRef } from './profiles.ts';
import { type Contract, Nullable } from './schema.ts';

/** What a newcomer is led to: a first fight, potion, friend and post. */
export const Quest = Type.Enum(['fight', 'potion', 'friend', 'post']);
export type Quest = Static<typeof Quest>;

export const QuestStep = Type.Object({
  quest: Quest,
  /** What it pays. */
  coins: Type.Integer(),
  /** A step that is done waits to be claimed. */
  state: Type.Enum(['open', 'done', 'claimed']),
});
export type QuestStep = Static<typeof QuestStep>;

export const Quests = Type.Object({
  /** `none` for who was here before there were quests; `skipped` can be brought back, `over` cannot. */
  state: Type.Enum(['none', 'open', 'skipped', 'over']),
  /** In the order they are shown in. */
  steps: Type.Array(QuestStep),
  /** Somebody near the player's level, while a fight is of use for one of the steps. */
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
    /** To every tab of the player: ask again. `done` is what they have just done; it is missing after a claim or a skip. */
    'quests:changed': Type.Object({ done: Type.Optional(Quest) }),
  },
} as const satisfies Contract;
