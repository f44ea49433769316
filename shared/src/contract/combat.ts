import Type, { type Static } from 'typebox';
import { MOVES } from '../fights/moves.ts';
import { FOCUS_MAX, STYLE_LINES_MAX } from '../fights/numbers.ts';
import { LIMITS } from '../limits.ts';
import { Stats } from './game.ts';
import { TitleId } from './goals.ts';
import { PlayerRef } from './profiles.ts';
import { Refusal } from './safety.ts';
import { type Contract, closedObject, cursorQuery, Id, idParams, Nullable, Time } from './schema.ts';

/** The moves of an exchange. Each fighter chooses a move in secret, and the server reveals both at the same time. */
export const Move = Type.Enum([...MOVES]);
export type Move = Static<typeof Move>;

const Odds = Type.Object(
  {
    strike: Type.Integer({ minimum: 0, maximum: 100 }),
    guard: Type.Integer({ minimum: 0, maximum: 100 }),
    feint: Type.Integer({ minimum: 0, maximum: 100 }),
    heavy: Type.Integer({ minimum: 0, maximum: 100 }),
    heal: Type.Integer({ minimum: 0, maximum: 100 }),
  },
  closedObject,
);
const Percent = Nullable(Type.Integer({ minimum: 1, maximum: 100 }));
const Focus = Nullable(Type.Integer({ minimum: 1, maximum: FOCUS_MAX }));

/**
 * A line of a style: conditions, and the odds of each move if all conditions are met. `health` and `theirHealth` are
 * the maximum health of the player and of the opponent, as percentages of full health. `focus` and `theirFocus` are
 * their minimum focus. If `canHeal` is true, a heal must be possible. A condition that is null or false is always met.
 * The odds are percentages that add up to 100.
 */
export const StyleLine = Type.Object(
  {
    canHeal: Type.Boolean(),
    health: Percent,
    theirHealth: Percent,
    focus: Focus,
    theirFocus: Focus,
    odds: Odds,
  },
  closedObject,
);
export type StyleLine = Static<typeof StyleLine>;
/**
 * A style chooses the moves of an absent player. The first line whose conditions are met applies. The last line has no
 * conditions.
 */
export const Style = Type.Array(StyleLine, { minItems: 1, maxItems: STYLE_LINES_MAX });
export type Style = Static<typeof Style>;

/** The names of the predefined styles. */
export const Temperament = Type.Enum(['careful', 'bold', 'tricky', 'patient']);
export type Temperament = Static<typeof Temperament>;
/**
 * `temperament` is null if the player has written the style. `defended` is the number of fights that the player has won
 * as the defender without choosing a move. Fights without an exchange do not count.
 */
const StyleReply = Type.Object({
  temperament: Nullable(Temperament),
  lines: Style,
  defended: Type.Integer(),
});

/**
 * The visitors who can watch a player's finished fights. `everybody` includes guests; `fighters` means only the two
 * players.
 */
export const Watchers = Type.Enum(['everybody', 'players', 'fighters']);
export type Watchers = Static<typeof Watchers>;

/**
 * Settings for fights: who can challenge the player live, whether the player gets twice the time for each move, and who
 * can watch the finished fights. If `watchers` is null, everybody can watch ranked fights, and signed-in players can
 * watch other fights.
 */
export const FightSettings = Type.Object(
  {
    liveChallenges: Type.Enum(['everybody', 'friends', 'nobody']),
    doubleTime: Type.Boolean(),
    watchers: Nullable(Watchers),
  },
  closedObject,
);
export type FightSettings = Static<typeof FightSettings>;

/** The move of a fighter in an exchange, and the fighter's values afterwards. */
export const SideResult = Type.Object({
  move: Move,
  itemId: Nullable(Id),
  /** True if the fighter's style, and not the player, chose the move. */
  byStyle: Type.Boolean(),
  /** Health that the move restored to the fighter. */
  healed: Type.Integer(),
  /** Damage to the opponent. It can exceed the health that the opponent had left. */
  damage: Type.Integer(),
  missed: Type.Boolean(),
  critical: Type.Boolean(),
  hp: Type.Integer(),
  focus: Type.Integer(),
});
export type SideResult = Static<typeof SideResult>;

const ForfeitReason = Type.Enum(['conceded', 'abandoned', 'ended']);
export type ForfeitReason = Static<typeof ForfeitReason>;

/** A line of a fight's log. `attacker` and `defender` are set only for an exchange. `text` is the line in words. */
export const LogLine = Type.Object({
  /** Position in the log of the fight: 1, 2, 3 and so on. */
  seq: Type.Integer(),
  exchange: Type.Integer(),
  kind: Type.Enum(['begin', 'exchange', 'sync', 'over']),
  /**
   * Id of a fighter: the winner if the kind is `over`, the fighter whose values changed if it is `sync`, otherwise the
   * attacker.
   */
  by: Id,
  attacker: Nullable(SideResult),
  defender: Nullable(SideResult),
  attackerHP: Type.Integer(),
  defenderHP: Type.Integer(),
  /** Set if `kind` is `over` and a forfeit ended the fight. */
  reason: Type.Optional(ForfeitReason),
  text: Type.String(),
});
export type LogLine = Static<typeof LogLine>;

/** A fighter's values at the start of the fight: all the values that the rules need. */
export const Fighter = Type.Object({
  id: Id,
  username: Type.String(),
  level: Type.Integer(),
  attack: Type.Integer(),
  defense: Type.Integer(),
  maxHealth: Type.Integer(),
  /** Health at the start of the fight. */
  health: Type.Integer(),
  /** Bonus points of the fighter's best weapon and best armor. */
  weapon: Type.Integer(),
  armor: Type.Integer(),
  /** The style that chooses a move when the player does not. */
  style: Style,
});
export type Fighter = Static<typeof Fighter>;

export const Side = Type.Enum(['attacker', 'defender']);
export type Side = Static<typeof Side>;

/** A chosen move; `itemId` is the item of an `item` move, otherwise null. */
const Choice = Type.Object({ move: Move, itemId: Nullable(Id) });
export type Choice = Static<typeof Choice>;

/**
 * Random texts from the clients of the two players. The random numbers of the fight depend on both texts. A text is
 * empty if the client sent none before the first exchange was revealed.
 */
const Nonces = Type.Object({ attacker: Type.String(), defender: Type.String() });
export type Nonces = Static<typeof Nonces>;

/** An input of a fight. A fight can be replayed from its setup, its nonces, its seed and all its inputs in order. */
export const FightInput = Type.Union([
  /** An exchange with the choice of each side. A choice is null if the side's style determines the move. */
  Type.Object({ kind: Type.Literal('exchange'), attacker: Nullable(Choice), defender: Nullable(Choice) }),
  /**
   * New values of a fighter that changed outside this fight, for example in another fight or through a staff action.
   */
  Type.Object({
    kind: Type.Literal('sync'),
    side: Side,
    health: Type.Integer(),
    maxHealth: Type.Integer(),
    attack: Type.Integer(),
    defense: Type.Integer(),
    level: Type.Integer(),
  }),
  /** Ends the fight without an exchange: `side` has lost. */
  Type.Object({ kind: Type.Literal('forfeit'), side: Side, reason: ForfeitReason }),
]);
export type FightInput = Static<typeof FightInput>;

/** The public values of a side during a fight. */
export const FightSide = Type.Object({
  focus: Type.Integer(),
  healsLeft: Type.Integer(),
  itemsLeft: Type.Integer(),
  /** True if the player has chosen a move for the current exchange. */
  sealed: Type.Boolean(),
  /**
   * True if the player is shown as present. The player then has joined, has not left the fight's page, has not missed
   * several choices in a row, and is connected or was active in the last few seconds. A player who is shown as absent
   * can still take part: in a ranked fight until its end, in any other fight for some seconds after leaving the page.
   */
  present: Type.Boolean(),
  /**
   * The move that the style of an absent player shows to the opponent in advance. Always null in ranked fights. In
   * other fights, null if the style shows no move, while a challenge waits for an answer, while the player still takes
   * part (see `present`), and after the fight.
   */
  telegraph: Nullable(Move),
  /**
   * The time at which this side begins to use its extra time (bank). Null unless a live fight is waiting for this
   * side's choice.
   */
  choiceUntil: Nullable(Time),
  /** Full time for each choice, in ms. It is already doubled if the player has turned on double time. */
  choiceMs: Type.Integer(),
  /** Extra time that is left for the rest of the fight, in ms. */
  bankMs: Type.Integer(),
});
export type FightSide = Static<typeof FightSide>;

export const Combat = Type.Object({
  id: Id,
  /** Increases with each change to the fight. The state with the larger number is newer. */
  revision: Type.Integer(),
  attackerId: Id,
  defenderId: Id,
  attackerHP: Type.Integer(),
  defenderHP: Type.Integer(),
  attackerMaxHP: Type.Integer(),
  defenderMaxHP: Type.Integer(),
  status: Type.Enum(['active', 'over']),
  /** True for a ranked fight: the two fighters have the same level and stats, and each carries one lent item. */
  ranked: Type.Boolean(),
  winnerId: Nullable(Id),
  /** Number of completed exchanges. */
  exchanges: Type.Integer(),
  sides: Type.Object({ attacker: FightSide, defender: FightSide }),
  /** True while the challenge waits for the defender's answer. */
  isChallengePending: Type.Boolean(),
  /**
   * True if the defender received no live challenge, because the defender is in another live fight. Becomes false when
   * the defender joins this fight, or after the first exchange.
   */
  isBusy: Type.Boolean(),
  /**
   * True if the defender received no live challenge, because the attacker has sent the defender too many. Becomes false
   * under the same conditions as `isBusy`.
   */
  isLimited: Type.Optional(Type.Boolean()),
  /** Deadline for answering the challenge or for choosing a move in the current exchange; null if there is none. */
  deadlineAt: Nullable(Time),
  /**
   * The latest 20 lines of the log if the player has just opened, joined or resumed the fight; otherwise only new
   * lines.
   */
  log: Type.Array(LogLine),
  seedHash: Type.String(),
  /** Hash of the setup, of all inputs so far and of their results; see `nextInputsHash`. */
  inputsHash: Type.String(),
  nonces: Nonces,
  rulesVersion: Type.Integer(),
  createdAt: Time,
});
export type Combat = Static<typeof Combat>;

export const Rewards = Type.Object({ xp: Type.Integer(), coins: Type.Integer() });
export type Rewards = Static<typeof Rewards>;

/** The winner's reward, and the experience that the loser received. */
export const FightRewards = Type.Object({ ...Rewards.properties, defeatXp: Type.Integer() });
export type FightRewards = Static<typeof FightRewards>;

/** One of the two players of a fight, with the title that this player has chosen to show. */
export const Combatant = Type.Object({ ...PlayerRef.properties, title: Type.Optional(Nullable(TitleId)) });
export type Combatant = Static<typeof Combatant>;

/** A fight with its two players. */
export const FightSummary = Type.Object({ combat: Combat, attacker: Combatant, defender: Combatant });
export type FightSummary = Static<typeof FightSummary>;

/** True if the two players finished another fight at most `LIMITS.combat.rematchMs` before this fight. */
const IsRematch = Type.Boolean();

/** A fight that another player has just started against the receiver of this event. */
const FightRequest = Type.Object({ ...FightSummary.properties, isRematch: IsRematch });
export type FightRequest = Static<typeof FightRequest>;

/**
 * A finished fight, with everything needed to replay it, and the current avatars of its players. `rewards` is null for
 * viewers other than these two players.
 */
export const FightRecord = Type.Object({
  id: Id,
  attacker: Fighter,
  defender: Fighter,
  attackerAvatarUrl: Nullable(Type.String()),
  defenderAvatarUrl: Nullable(Type.String()),
  inputs: Type.Array(FightInput),
  rulesVersion: Type.Integer(),
  ranked: Type.Boolean(),
  nonces: Nonces,
  seedHash: Type.String(),
  inputsHash: Type.String(),
  seed: Type.String(),
  winnerId: Nullable(Id),
  attackerHP: Type.Integer(),
  defenderHP: Type.Integer(),
  rewards: Nullable(FightRewards),
  createdAt: Time,
  endedAt: Time,
});
export type FightRecord = Static<typeof FightRecord>;

/** The caller’s wins and losses against an opponent, without fights that do not count (see `PastFight.isCounted`). */
export const HeadToHead = Type.Object({ wins: Type.Integer(), losses: Type.Integer() });

/** A player’s rank among all players, by wins and then by level, and the caller’s results against this player. */
export const CombatStanding = Type.Object({
  /** Null if the player has not won a fight. */
  rank: Nullable(Type.Integer()),
  /** Null for the caller. */
  headToHead: Nullable(HeadToHead),
});
export type CombatStanding = Static<typeof CombatStanding>;

/** A finished fight of the caller. */
export const PastFight = Type.Object({
  id: Id,
  opponent: PlayerRef,
  isAttacker: Type.Boolean(),
  won: Type.Boolean(),
  /** False if the fight counts neither as a win nor as a loss of the caller. Always true for a ranked fight. */
  isCounted: Type.Boolean(),
  /** Reward that the caller received. */
  rewards: Rewards,
  headToHead: HeadToHead,
  endedAt: Time,
});
export type PastFight = Static<typeof PastFight>;

/** The values of a player that are shown before a fight. */
const Strength = {
  level: Type.Integer(),
  attack: Type.Integer(),
  defense: Type.Integer(),
  maxHealth: Type.Integer(),
  weapon: Type.Integer(),
  armor: Type.Integer(),
  wins: Type.Integer(),
  losses: Type.Integer(),
};
export const OwnStrength = Type.Object({
  ...Strength,
  health: Type.Integer(),
  energy: Type.Integer(),
  style: Style,
  /** The predefined style that the caller uses. Null if the caller has written the style. */
  temperament: Nullable(Temperament),
});
export type OwnStrength = Static<typeof OwnStrength>;

/** An opponent before a fight. */
export const Matchup = Type.Object({
  opponent: PlayerRef,
  ...Strength,
  headToHead: HeadToHead,
  /**
   * The opponent’s style in the last finished fight between the two players. It is not a secret, because the record of
   * that fight shows it to both players. Null if there is no such fight.
   */
  seenStyle: Nullable(Style),
  /** Reward if the caller wins and takes all of the opponent’s health. */
  reward: Rewards,
  /**
   * The reason why the opponent's settings do not allow the caller to start a new fight; null if they allow it. A fight
   * that is already open continues.
   */
  refusal: Nullable(Refusal),
});
export type Matchup = Static<typeof Matchup>;

/**
 * `sealed` is true while the caller's choice waits for the opponent's choice. In that case, the other fields of the
 * reply have their values from before the exchange.
 */
const Sealed = { sealed: Type.Boolean() };
/**
 * The routes for attacks, heals and items share this label in logs and metrics. Their own paths would reveal a part of
 * a choice that is still secret.
 */
const CHOICE_LABEL = '/api/combat/choice';
const Ended = {
  rewards: Nullable(FightRewards),
  /** The secret seed of the fight; sent only when the fight ends. */
  seed: Nullable(Type.String()),
};

export const combat = {
  routes: {
    'GET /api/combat/{userId}': {
      access: 'player',
      params: idParams('userId'),
      query: Type.Object({
        opponentId: Id,
        /**
         * With `resume`, the route only resumes an open fight. If no fight is open, the route returns 409 `noFight`.
         */
        only: Type.Optional(Type.Literal('resume')),
      }),
      reply: Type.Intersect([
        Combat,
        Type.Object({ attacker: Combatant, defender: Combatant, resumed: Type.Boolean() }),
      ]),
      summary: 'Resumes the open fight between two players, or starts a new fight. {userId} is the caller.',
    },
    'POST /api/combat/attack': {
      access: 'player',
      idempotent: true,
      label: CHOICE_LABEL,
      body: Type.Object(
        { defenderId: Id, move: Type.Optional(Nullable(Type.Enum(['strike', 'guard', 'feint', 'heavy']))) },
        closedObject,
      ),
      reply: Type.Object({
        combat: Combat,
        /** Log lines that this call has added to the fight. */
        lines: Type.Array(LogLine),
        defenderHealth: Type.Integer(),
        attackerHP: Type.Integer(),
        combatCompleted: Type.Boolean(),
        updatedStats: Stats,
        attackerXP: Type.Integer(),
        attackerLevel: Type.Integer(),
        ...Sealed,
        ...Ended,
      }),
      summary:
        'Chooses a move (Strike by default) in an open fight; resolves the exchange if both have chosen.',
    },
    'POST /api/combat/manual-heal': {
      access: 'player',
      idempotent: true,
      label: CHOICE_LABEL,
      reply: Type.Object({
        newHealth: Type.Integer(),
        message: Type.String(),
        updatedCombat: Nullable(Combat),
        updatedStats: Stats,
        ...Sealed,
        ...Ended,
      }),
      summary:
        'Heals for energy. If the caller has open fights, this is a move in the fight in which the caller acted last.',
    },
    'POST /api/combat/use-item': {
      access: 'player',
      idempotent: true,
      label: CHOICE_LABEL,
      body: Type.Object({ itemId: Id, targetId: Id }, closedObject),
      reply: Type.Object({
        message: Type.String(),
        newHealth: Type.Integer(),
        updatedCombat: Nullable(Combat),
        updatedStats: Stats,
        ...Sealed,
        ...Ended,
      }),
      summary: 'Uses an item on the caller or the opponent, as a move in an open fight or outside fights.',
    },
    'POST /api/combat/fights/{id}/concede': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ combat: Combat, ...Ended }),
      summary: 'Gives up one of the caller’s open fights. The caller loses it.',
    },
    'POST /api/combat/fights/{id}/decline': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ combat: Combat, ...Ended }),
      summary: 'Declines the live challenge of an open fight; the caller’s style fights instead.',
    },
    'GET /api/combat/settings': {
      access: 'player',
      reply: FightSettings,
      summary: 'The caller’s settings for fights.',
    },
    'PUT /api/combat/settings': {
      access: 'player',
      body: FightSettings,
      reply: FightSettings,
      summary:
        'Sets who can challenge the caller live, the time for each move, and who can watch finished fights.',
    },
    'GET /api/style': {
      access: 'player',
      reply: StyleReply,
      summary: 'The style that fights for the caller while the caller is absent.',
    },
    'PUT /api/style': {
      access: 'player',
      body: Type.Object({ temperament: Nullable(Temperament), lines: Nullable(Style) }, closedObject),
      reply: StyleReply,
      summary: 'Sets the caller’s style: a predefined style, or lines written by the caller.',
    },
    'GET /api/combat/opponent': {
      access: 'player',
      reply: Type.Object({ opponent: Nullable(PlayerRef) }),
      summary:
        'A fair opponent near the level of the caller, if possible a player that the caller has not fought for a day.',
    },
    'GET /api/combat/open': {
      access: 'player',
      reply: Type.Array(
        Type.Object({
          id: Id,
          opponent: PlayerRef,
          isAttacker: Type.Boolean(),
          unseen: Type.Boolean(),
          /**
           * Time until which the live challenge waits for the defender's answer. Null if it is not waiting, or if the
           * caller has muted the challenger.
           */
          challengeExpiresAt: Nullable(Time),
          /** True if both players have joined the fight. */
          isJoined: Type.Optional(Type.Boolean()),
          /**
           * True if the caller declined the live challenge or did not answer it in time, and has not joined the fight
           * since. The caller's style then fights.
           */
          isUnanswered: Type.Optional(Type.Boolean()),
          /** True if the caller has left the page of the fight, and has not joined again since. */
          hasLeft: Type.Optional(Type.Boolean()),
          /** True if the caller has left, and the opponent is shown as present. */
          isOpponentPresent: Type.Optional(Type.Boolean()),
          ranked: Type.Optional(Type.Boolean()),
          isRematch: IsRematch,
          lastAt: Time,
        }),
      ),
      summary:
        'Open fights of the caller, latest first; `isAttacker` is true if the caller started the fight.',
    },
    'GET /api/combat/fights': {
      access: 'player',
      query: Type.Object(cursorQuery(LIMITS.combat.historyPage, 50)),
      reply: Type.Object({ items: Type.Array(PastFight), nextCursor: Nullable(Type.String()) }),
      summary: 'The caller’s finished fights, latest first.',
    },
    'GET /api/combat/matchups': {
      access: 'player',
      query: Type.Object({ opponentId: Type.Optional(Id) }),
      reply: Type.Object({ own: OwnStrength, matchups: Type.Array(Matchup) }),
      summary: 'Compares the caller with one opponent, or with a few fair opponents. Does not start a fight.',
    },
    'GET /api/combat/standing/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: CombatStanding,
      summary: 'A player’s rank by wins, and the caller’s wins and losses against this player.',
    },
    'GET /api/combat/fights/{id}': {
      access: 'guest',
      params: idParams('id'),
      reply: FightRecord,
      summary:
        'A finished fight, for replay and verification; 404 while the fight is open, and for callers who are not allowed to watch it.',
    },
  },
  clientEvents: {
    startFight: {
      isWrite: true,
      payload: Type.Object({ attackerId: Id, defenderId: Id, fightId: Id }),
      reply: Type.Object({}),
    },
    /** Join a fight, and return its full state, so that a client that has missed events can catch up. */
    joinCombat: {
      payload: Type.Object({ combatId: Id }),
      reply: FightSummary,
    },
    /** Leave the page of a fight. The player counts as absent until they join again or choose a move. */
    leaveCombat: {
      isWrite: true,
      payload: Type.Object({ combatId: Id }),
      reply: Type.Object({}),
    },
  },
  serverEvents: {
    fightRequested: FightRequest,
    fightResumed: FightSummary,
    joinedCombat: Type.Object({ combatId: Id, userId: Id }),
    /** A player has chosen a move for this exchange. The move stays secret until both players have chosen. */
    'fight:sealed': Type.Object({ combatId: Id, exchange: Type.Integer(), userId: Id }),
    combatLogAppend: Type.Object({ combatId: Id, lines: Type.Array(LogLine) }),
    combatStateUpdate: Type.Object({ combat: Combat }),
    combatOver: Type.Object({
      combatId: Id,
      winnerId: Nullable(Id),
      rewards: FightRewards,
      seed: Type.String(),
    }),
  },
} as const satisfies Contract;
