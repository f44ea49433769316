import Type, { type Static } from 'typebox';
import { Stats } from './game.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, closedObject, Id, idParams, Nullable, Time } from './schema.ts';

/**
 * One line of a fight's log. `by` is the one who acts, `to` the one acted upon; numbers are what happened, so that
 * the browser can tell the story in words, colours and movement. `text` is the same line in words.
 */
export const LogLine = Type.Object({
  /** Rises by exactly 1 within a fight, from 1. */
  seq: Type.Integer(),
  exchange: Type.Integer(),
  kind: Type.Enum(['begin', 'hit', 'miss', 'heal', 'item', 'sync', 'over']),
  by: Id,
  to: Id,
  amount: Type.Integer(),
  critical: Type.Boolean(),
  itemId: Nullable(Id),
  attackerHP: Type.Integer(),
  defenderHP: Type.Integer(),
  text: Type.String(),
});
export type LogLine = Static<typeof LogLine>;

/** A player as they entered a fight: all that the rules need to know of them. */
export const Fighter = Type.Object({
  id: Id,
  username: Type.String(),
  level: Type.Integer(),
  attack: Type.Integer(),
  defense: Type.Integer(),
  maxHealth: Type.Integer(),
  /** Health at the start of the fight. */
  health: Type.Integer(),
  /** Best weapon's and best armor's bonus. */
  weapon: Type.Integer(),
  armor: Type.Integer(),
});
export type Fighter = Static<typeof Fighter>;

/** What was done in a fight, in order: with the setup and the seed it gives the whole fight again. */
export const FightInput = Type.Union([
  Type.Object({ kind: Type.Literal('attack'), by: Id }),
  Type.Object({ kind: Type.Literal('heal'), by: Id }),
  Type.Object({ kind: Type.Literal('item'), by: Id, target: Id, itemId: Id }),
  /** Something outside the fight changed a fighter (another fight, a potion, staff): the values that now hold. */
  Type.Object({
    kind: Type.Literal('sync'),
    by: Id,
    health: Type.Integer(),
    maxHealth: Type.Integer(),
    attack: Type.Integer(),
    defense: Type.Integer(),
    level: Type.Integer(),
  }),
  /** Ends the fight without a strike: `by` has lost. */
  Type.Object({
    kind: Type.Literal('forfeit'),
    by: Id,
    reason: Type.Enum(['abandoned', 'ended']),
  }),
]);
export type FightInput = Static<typeof FightInput>;

export const Combat = Type.Object({
  id: Id,
  attackerId: Id,
  defenderId: Id,
  attackerHP: Type.Integer(),
  defenderHP: Type.Integer(),
  attackerMaxHP: Type.Integer(),
  defenderMaxHP: Type.Integer(),
  status: Type.Enum(['active', 'over']),
  winnerId: Nullable(Id),
  exchanges: Type.Integer(),
  /** What is left to each side in this fight, and whether an exchange is due first. */
  attackerHealsLeft: Type.Integer(),
  defenderHealsLeft: Type.Integer(),
  attackerItemsLeft: Type.Integer(),
  defenderItemsLeft: Type.Integer(),
  attackerMayAct: Type.Boolean(),
  defenderMayAct: Type.Boolean(),
  log: Type.Array(LogLine),
  seedHash: Type.String(),
  nonce: Type.String(),
  rulesVersion: Type.Integer(),
  createdAt: Time,
});
export type Combat = Static<typeof Combat>;

export const Rewards = Type.Object({ xp: Type.Integer(), coins: Type.Integer() });
export type Rewards = Static<typeof Rewards>;

/** A fight with the two who fight it. */
export const FightSummary = Type.Object({ combat: Combat, attacker: PlayerRef, defender: PlayerRef });
export type FightSummary = Static<typeof FightSummary>;

/** A whole fight that is over: all that is needed to fight it again, and the two as they look today. */
export const FightRecord = Type.Object({
  id: Id,
  attacker: Fighter,
  defender: Fighter,
  attackerAvatarUrl: Nullable(Type.String()),
  defenderAvatarUrl: Nullable(Type.String()),
  inputs: Type.Array(FightInput),
  rulesVersion: Type.Integer(),
  nonce: Type.String(),
  seedHash: Type.String(),
  seed: Type.String(),
  winnerId: Nullable(Id),
  attackerHP: Type.Integer(),
  defenderHP: Type.Integer(),
  rewards: Nullable(Rewards),
  createdAt: Time,
  endedAt: Time,
});
export type FightRecord = Static<typeof FightRecord>;

const Ended = {
  rewards: Nullable(Rewards),
  /** The secret the fight was drawn from; given only by what ends it. */
  seed: Nullable(Type.String()),
};

export const combat = {
  routes: {
    'GET /api/combat/{userId}': {
      access: 'player',
      params: idParams('userId'),
      query: Type.Object({ opponentId: Id }),
      reply: Type.Intersect([
        Combat,
        Type.Object({ attacker: PlayerRef, defender: PlayerRef, resumed: Type.Boolean() }),
      ]),
      summary: 'Resumes the open fight of two players or begins one. {userId} is the caller.',
    },
    'POST /api/combat/attack': {
      access: 'player',
      idempotent: true,
      body: Type.Object({ defenderId: Id }, closedObject),
      reply: Type.Object({
        combat: Combat,
        /** Lines of this exchange. */
        lines: Type.Array(LogLine),
        defenderHealth: Type.Integer(),
        attackerHP: Type.Integer(),
        combatCompleted: Type.Boolean(),
        updatedStats: Stats,
        attackerXP: Type.Integer(),
        attackerLevel: Type.Integer(),
        ...Ended,
      }),
      summary: 'One exchange with the other player of an open fight.',
    },
    'POST /api/combat/manual-heal': {
      access: 'player',
      idempotent: true,
      reply: Type.Object({
        newHealth: Type.Integer(),
        message: Type.String(),
        updatedCombat: Nullable(Combat),
        updatedStats: Stats,
      }),
      summary: 'Heals by energy: in the open fight last struck in, else outside fights.',
    },
    'POST /api/combat/use-item': {
      access: 'player',
      idempotent: true,
      body: Type.Object({ itemId: Id, targetId: Id }, closedObject),
      reply: Type.Object({
        message: Type.String(),
        newHealth: Type.Integer(),
        updatedCombat: Nullable(Combat),
        updatedStats: Stats,
        ...Ended,
      }),
      summary: 'Uses an item on oneself or on the opponent of the open fight last struck in.',
    },
    'GET /api/combat/open': {
      access: 'player',
      reply: Type.Array(
        Type.Object({
          id: Id,
          opponent: PlayerRef,
          isAttacker: Type.Boolean(),
          unseen: Type.Boolean(),
          lastAt: Time,
        }),
      ),
      summary: 'Open fights of the caller, latest first; `isAttacker` if the caller started it.',
    },
    'GET /api/combat/fights/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: FightRecord,
      summary: 'A whole fight that is over, to be verified; 404 before its end.',
    },
  },
  clientEvents: {
    startFight: {
      payload: Type.Object({ attackerId: Id, defenderId: Id, fightId: Id }),
      reply: Type.Object({}),
    },
    /** Answers the whole state, so that a client that missed something is whole again. */
    joinCombat: {
      payload: Type.Object({ combatId: Id }),
      reply: FightSummary,
    },
  },
  serverEvents: {
    fightRequested: FightSummary,
    fightResumed: FightSummary,
    joinedCombat: Type.Object({ combatId: Id, userId: Id }),
    combatLogAppend: Type.Object({ combatId: Id, lines: Type.Array(LogLine) }),
    combatStateUpdate: Type.Object({ combat: Combat }),
    combatOver: Type.Object({
      combatId: Id,
      winnerId: Nullable(Id),
      rewards: Rewards,
      seed: Type.String(),
    }),
  },
} as const satisfies Contract;
