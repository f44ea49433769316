import type { Combat, Combatant, FightSide, LogLine, SideResult } from '@rivalhold/shared/contract/combat.ts';
import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { HEAVY_FOCUS, winsRead } from '@rivalhold/shared/fights/moves.ts';
import { FIGHT_NUMBERS, furyFactor } from '@rivalhold/shared/fights/numbers.ts';
import { RANKED } from '@rivalhold/shared/fights/ranked.ts';
import { isPaidSide } from '@rivalhold/shared/fights/rewards.ts';
import { HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { type FightState, nextLine, type PresenceNote } from './fight-state.ts';
import { type NarratedLine, narrateLine } from './narration.ts';

/** The effect of an exchange on one fighter. `own` is true if the fighter's own move caused it. */
export type FightEffect = {
  seq: number;
  kind: 'hit' | 'miss' | 'heal' | 'item';
  amount: number;
  critical: boolean;
  itemId: number | null;
  own: boolean;
  /** 'blocked' if Guard blocked most of the damage, 'feinted' if Feint got past Guard, otherwise null. */
  word: 'blocked' | 'feinted' | null;
  /** The health that the fighter restored before this hit or miss; 0 for other effects. */
  healed: number;
};

/** A fighter as the screen shows them. A player with the id 0 has no profile. */
export type Side = FightSide & {
  player: Combatant;
  /**
   * The effect of this fighter's last move on the opponent; null if the move had no effect, or if no move was played
   * since the fight was opened.
   */
  strike: FightEffect | null;
  /** The effect of the same exchange on this fighter, or null. */
  impact: FightEffect | null;
  hp: number;
  maxHp: number;
  knockedOut: boolean;
};
/** An exchange as the viewer sees it. */
export type Exchange = {
  seq: number;
  exchange: number;
  me: SideResult;
  opponent: SideResult;
  /** The fighter whose basic move beat the other fighter's move. */
  read: 'me' | 'opponent' | null;
};
/** Reason for the end of a fight without a knock-out. `left`: the loser did not come back or has left the site. */
export type EndReason = 'conceded' | 'left' | 'largerShare' | 'chance';
/** `won` is null if there is no winner; `reason` is null after a knock-out. */
export type FightOutcome = { won: boolean | null; reason: EndReason | null };
/** Everything that the screen shows of a fight, as plain data without functions. */
export type FightModel = {
  /**
   * The viewer, always on the left, even if the opponent started the fight. For a spectator, the attacker is on the
   * left.
   */
  me: Side;
  opponent: Side;
  isSpectator: boolean;
  /** Number of the current exchange or, after the end, of the last exchange. */
  exchange: number;
  /** Damage that fury adds in this exchange, in percent. */
  fury: number;
  /** The played exchanges, the earliest first. */
  exchanges: readonly Exchange[];
  /** The exchange on the cards: the exchange whose effects are about to be played, or else the last played exchange. */
  revealed: Exchange | null;
  /** True if the effects of the exchange on the cards are still to be played. */
  isRevealing: boolean;
  /** True if there are lines left to play. The screen then does not show the state of the next exchange yet. */
  isPlaying: boolean;
  /** The line played last. */
  beat: LogLine | null;
  /** Number of the last line when the fight was opened. Lines up to this number count as seen. */
  openedSeq: number;
  log: readonly NarratedLine[];
  /** The outcome, set once the last line has been played. */
  outcome: FightOutcome | null;
  over: boolean;
  /**
   * True if a defeat counts as a loss for the viewer. In a ranked fight, a defeat always counts. In other fights, an
   * attacker's defeat counts after the first exchange, and a defender's after the first exchange in which the defender
   * chose a move.
   */
  countsAsLoss: boolean;
  isRanked: boolean;
  /** True while the challenge waits for the opponent's answer. */
  isChallengePending: boolean;
  /** True if the opponent is in another live fight, and was therefore not asked to join. */
  isBusy: boolean;
  /** True if the viewer has challenged the opponent too often, so the opponent was not asked to join. */
  isLimited: boolean;
  /** A change of the opponent's presence since the last exchange. */
  note: PresenceNote['kind'] | null;
  deadlineAt: string | null;
};

/** The state of the viewer's own choice. */
export type OwnChoice = {
  /** True while a request is in progress. No move is possible then. */
  isPending: boolean;
  /** True if the next move is queued, because a player can choose only every half second. */
  isQueued?: boolean;
  /** Name of the chosen move while it waits for the opponent's move; null if there is none or its name is unknown. */
  chosen: string | null;
};

type Role = 'attacker' | 'defender';
const otherRole = (role: Role): Role => (role === 'attacker' ? 'defender' : 'attacker');

/** The id of a viewer without an account. */
export const GUEST_ID = 0;

/** Return 'blocked' or 'feinted' for an attack on a fighter who chose Guard, or null if neither applies. */
export function wordOf(by: SideResult, against: SideResult): FightEffect['word'] {
  if (against.move !== 'guard' || by.damage === 0 || by.missed) return null;
  return by.move === 'feint' ? 'feinted' : by.move === 'item' ? null : 'blocked';
}

/** Return the effect that one fighter has on the other in an exchange. */
function strikeOf(line: LogLine, role: Role): FightEffect | null {
  const [result, other] = [line[role], line[otherRole(role)]];
  if (!result || !other || (result.damage === 0 && !result.missed)) return null;
  const { damage: amount, critical, itemId } = result;
  const kind = result.missed ? 'miss' : 'hit';
  return {
    seq: line.seq,
    kind,
    amount,
    critical,
    itemId,
    own: false,
    word: wordOf(result, other),
    healed: 0,
  };
}

/** Return the effect of an exchange on a fighter: the damage, and the health that their own move restores. */
function impactOf(line: LogLine, role: Role): FightEffect | null {
  const strike = strikeOf(line, otherRole(role));
  const own = line[role];
  if (!own) return strike;
  if (strike) return { ...strike, healed: own.healed };
  const { healed: amount, itemId } = own;
  if (amount === 0 && itemId === null) return null;
  const kind = amount > 0 ? 'heal' : 'item';
  return { seq: line.seq, kind, amount, critical: false, itemId, own: true, word: null, healed: 0 };
}

/** Return the exchange in a log line as the player with this role sees it, or null if the line is not an exchange. */
export function exchangeOf(line: LogLine, role: Role): Exchange | null {
  const [me, opponent] = [line[role], line[otherRole(role)]];
  if (!me || !opponent) return null;
  const read = winsRead(me.move, opponent.move) ? 'me' : winsRead(opponent.move, me.move) ? 'opponent' : null;
  return { seq: line.seq, exchange: line.exchange, me, opponent, read };
}

/** Return the damage that fury adds in an exchange, in percent. */
export const furyPercent = (exchange: number): number => Math.round((furyFactor(exchange) - 1) * 100);

function endReason(last: LogLine | null, combat: Combat): EndReason | null {
  if (last?.kind !== 'over') return null;
  if (last.reason) return last.reason === 'conceded' ? 'conceded' : 'left';
  const { exchange, attackerHP, defenderHP } = last;
  if (exchange < FIGHT_NUMBERS.lastExchange || attackerHP <= 0 || defenderHP <= 0) return null;
  // Compare the fighters' shares of full health as products of whole numbers, like the rules of the game, so that the
  // result is exact.
  return attackerHP * combat.defenderMaxHP === defenderHP * combat.attackerMaxHP ? 'chance' : 'largerShare';
}

/**
 * Build the view of a fight, with health and log up to the last played line. A viewer who is not one of the two players
 * is a spectator. If the viewer is a guest, both players in the view get the id 0, because guests cannot open profiles.
 */
export function buildFightModel(state: FightState, meId: number): FightModel {
  const { combat, openedSeq, note } = state;
  const narrated = state.lines.filter((line) => line.seq <= state.playedSeq);
  const beat = narrated.at(-1) ?? null;
  const next = nextLine(state);
  const values = next && beat ? beat : combat;
  const [own, other]: [Role, Role] =
    state.defender.id === meId ? ['defender', 'attacker'] : ['attacker', 'defender'];
  const isSpectator = state[own].id !== meId;

  const opening = next && exchangeOf(next, own);
  const last = narrated.findLast((line) => line.seq > openedSeq && line.kind === 'exchange');
  const sideOf = (role: Role): Side => ({
    ...combat.sides[role],
    ...(next ? { telegraph: null } : {}),
    ...(next && beat?.[role] ? { focus: beat[role].focus } : {}),
    player: {
      ...state[role],
      ...(meId === GUEST_ID ? { id: 0 } : {}),
      // In a ranked fight, both players fight at the same level.
      ...(combat.ranked ? { level: RANKED.level } : {}),
    },
    strike: last ? strikeOf(last, role) : null,
    // Hide the last effect while the next cards are shown.
    impact: last && !opening ? impactOf(last, role) : null,
    hp: values[`${role}HP`],
    maxHp: combat[`${role}MaxHP`],
    knockedOut: values[`${role}HP`] <= 0,
  });
  const exchanges = narrated.flatMap((line) => exchangeOf(line, own) ?? []);
  const over = combat.status === 'over';
  const isOver = over && !next;
  const played = exchanges.at(-1)?.exchange ?? 0;
  const exchange = Math.min(Math.max(1, played + (over && !opening ? 0 : 1)), FIGHT_NUMBERS.lastExchange);
  return {
    me: sideOf(own),
    opponent: sideOf(other),
    isSpectator,
    exchange,
    fury: furyPercent(exchange),
    exchanges,
    revealed: opening ?? exchanges.at(-1) ?? null,
    isRevealing: opening !== null,
    isPlaying: next !== null,
    beat,
    openedSeq,
    log: narrated
      .slice(-LIMITS.combatLogLines)
      .map((line) => narrateLine(line, { attackerId: combat.attackerId, meId: isSpectator ? null : meId })),
    outcome: isOver
      ? {
          won: combat.winnerId === null ? null : combat.winnerId === state[own].id,
          reason: endReason(beat, combat),
        }
      : null,
    over,
    countsAsLoss:
      combat.ranked ||
      (combat.exchanges > 0 && isPaidSide(own, exchanges.filter(({ me }) => !me.byStyle).length)),
    isRanked: combat.ranked,
    // A defender accepts the challenge by opening the fight. While the site is read-only,
    // `combat.isChallengePending` stays true nevertheless, so ignore it for the defender.
    isChallengePending: combat.isChallengePending && own === 'attacker',
    isBusy: combat.isBusy,
    isLimited: combat.isLimited === true && own === 'attacker',
    note: note && note.side === other && note.seq >= (exchanges.at(-1)?.seq ?? 0) ? note.kind : null,
    deadlineAt: combat.deadlineAt,
  };
}

/** The text that explains to the player why an action is not possible, or null if it is possible. */
export type ActionRejection = string | null;

/**
 * Return why an attack is not possible, or null. The specification does not allow attacks after the fight, or if either
 * fighter has health 0.
 */
export function attackRejection(fight: FightModel): ActionRejection {
  if (fight.over) return COMBAT_TEXTS.ended;
  if (fight.me.knockedOut) return COMBAT_TEXTS.knockedOutYou;
  if (fight.opponent.knockedOut) return COMBAT_TEXTS.alreadyDefeated(fight.opponent.player.username);
  return null;
}

/** Return why Heavy is not possible, or null. Heavy needs enough focus. */
export function heavyRejection(fight: FightModel): ActionRejection {
  return attackRejection(fight) ?? (fight.me.focus < HEAVY_FOCUS ? COMBAT_TEXTS.noFocus : null);
}

/**
 * Return why a heal is not possible, or null. A heal is possible if the player has lost health, has a heal left in this
 * fight, and has enough energy. If `energy` is null, heals are free.
 */
export function healRejection(fight: FightModel, energy: number | null = null): ActionRejection {
  if (fight.over) return COMBAT_TEXTS.ended;
  if (fight.me.knockedOut) return COMBAT_TEXTS.knockedOutYou;
  if (fight.me.healsLeft <= 0) return COMBAT_TEXTS.noHealsLeft;
  if (fight.me.hp >= fight.me.maxHp) return COMBAT_TEXTS.fullHealth;
  return energy !== null && energy < HEAL_ENERGY ? COMBAT_TEXTS.noEnergy(HEAL_ENERGY) : null;
}

/** Return why an item cannot be used, or null if it can. Like a heal, a healing item cannot be used at full health. */
export function itemRejection(fight: FightModel, item: InventoryEntry): ActionRejection {
  if (fight.over) return COMBAT_TEXTS.ended;
  if (fight.me.knockedOut) return COMBAT_TEXTS.knockedOutYou;
  if (fight.me.itemsLeft <= 0) return COMBAT_TEXTS.noItemsLeft;
  return item.healAmount > 0 && fight.me.hp >= fight.me.maxHp ? COMBAT_TEXTS.fullHealth : null;
}

/** Return the target of an item: the opponent if the item does damage, or else the player. */
export const itemTarget = (fight: FightModel, item: InventoryEntry): number =>
  item.damage > 0 ? fight.opponent.player.id : fight.me.player.id;

/** Return the items usable in a fight, in the order of the keys 1–9. */
export const usableItems = (inventory: readonly InventoryEntry[]): readonly InventoryEntry[] =>
  inventory.filter((entry) => entry.usable && entry.quantity > 0);
