import type { LogLine, Move } from '@rivalhold/shared/contract/combat.ts';
import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { HEAVY_FOCUS } from '@rivalhold/shared/fights/moves.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { type FightState, nextLine } from './fight-state.ts';
import { type NarratedLine, narrateLine } from './narration.ts';

/** The effect of an exchange on one fighter. `own` if the fighter did it to themself. */
export type FightEffect = {
  seq: number;
  kind: 'hit' | 'miss' | 'heal' | 'item';
  amount: number;
  critical: boolean;
  itemId: number | null;
  own: boolean;
};

export type Side = {
  player: PlayerRef;
  /** The latest effect of this fighter on the other, and the latest on this fighter; since the opening. */
  strike: FightEffect | null;
  impact: FightEffect | null;
  hp: number;
  maxHp: number;
  knockedOut: boolean;
  healsLeft: number;
  itemsLeft: number;
  focus: number;
  /** Whether the fighter has chosen a move of the current exchange. */
  sealed: boolean;
  /** The move that an absent fighter visibly prepares. */
  telegraph: Move | null;
};
/** `won` is null if there is no winner. */
export type FightOutcome = { won: boolean | null };
export type FightView = {
  /** The viewer, always on the left, even if the opponent started the fight. */
  me: Side;
  opponent: Side;
  opponentPresent: boolean;
  /** The line played last, shown in the arena. */
  beat: LogLine | null;
  log: readonly NarratedLine[];
  /** Set after the last line was played. */
  outcome: FightOutcome | null;
  over: boolean;
  /** Whether the challenge waits for the defender, and when the wait ends. */
  isAsked: boolean;
  deadlineAt: string | null;
};

type Role = 'attacker' | 'defender';
const otherRole = (role: Role): Role => (role === 'attacker' ? 'defender' : 'attacker');

/** Return what a fighter does to the other in an exchange. */
function strikeOf(line: LogLine, role: Role): FightEffect | null {
  const result = line[role];
  if (!result || (result.damage === 0 && !result.missed)) return null;
  const { damage: amount, critical, itemId } = result;
  return { seq: line.seq, kind: result.missed ? 'miss' : 'hit', amount, critical, itemId, own: false };
}

/** Return the effect of an exchange on a fighter: damage, else what their own move restores. */
function impactOf(line: LogLine, role: Role): FightEffect | null {
  const strike = strikeOf(line, otherRole(role));
  const own = line[role];
  if (strike || !own) return strike;
  const { healed: amount, itemId } = own;
  if (amount === 0 && itemId === null) return null;
  return { seq: line.seq, kind: amount > 0 ? 'heal' : 'item', amount, critical: false, itemId, own: true };
}

/** Build the view of a fight, with health and log as far as they were played. */
export function buildFightView(state: FightState, meId: number): FightView {
  const { combat } = state;
  const narrated = state.lines.filter((line) => line.seq <= state.playedSeq);
  const beat = narrated.at(-1) ?? null;
  const isPlaying = nextLine(state) !== null;
  const hp = isPlaying && beat ? beat : combat;

  const last = narrated.findLast((line) => line.seq > state.openedSeq && line.kind === 'exchange');
  const sideOf = (role: Role): Side => ({
    player: state[role],
    strike: last ? strikeOf(last, role) : null,
    impact: last ? impactOf(last, role) : null,
    hp: hp[`${role}HP`],
    maxHp: combat[`${role}MaxHP`],
    knockedOut: hp[`${role}HP`] <= 0,
    ...combat.sides[role],
  });
  const [attacker, defender] = [sideOf('attacker'), sideOf('defender')];
  const [me, opponent] = state.attacker.id === meId ? [attacker, defender] : [defender, attacker];
  const over = combat.status === 'over';
  return {
    me,
    opponent,
    opponentPresent: state.present.includes(opponent.player.id),
    beat,
    log: narrated
      .slice(-LIMITS.combatLogLines)
      .map((line) => narrateLine(line, { attackerId: combat.attackerId, meId })),
    outcome: over && !isPlaying ? { won: combat.winnerId === null ? null : combat.winnerId === meId } : null,
    over,
    isAsked: combat.isAsked,
    deadlineAt: combat.deadlineAt,
  };
}

/** Why an action is not possible, as a text for the player; null if it is. */
export type ActionRejection = string | null;

/** Return why an attack is not possible: at health 0 of either fighter (specification, part 1, section 4). */
export function attackRejection(view: FightView): ActionRejection {
  if (view.over) return COMBAT_TEXTS.ended;
  if (view.me.knockedOut) return COMBAT_TEXTS.knockedOutYou;
  if (view.opponent.knockedOut) return COMBAT_TEXTS.alreadyDefeated(view.opponent.player.username);
  return null;
}

/** Return why Heavy is not possible: it needs focus. */
export function heavyRejection(view: FightView): ActionRejection {
  return attackRejection(view) ?? (view.me.focus < HEAVY_FOCUS ? COMBAT_TEXTS.noFocus : null);
}

/** Return why a heal is not possible: it needs lost health and heals left. */
export function healRejection(view: FightView): ActionRejection {
  if (view.over) return COMBAT_TEXTS.ended;
  if (view.me.knockedOut) return COMBAT_TEXTS.knockedOutYou;
  if (view.me.healsLeft <= 0) return COMBAT_TEXTS.noHealsLeft;
  if (view.me.hp >= view.me.maxHp) return COMBAT_TEXTS.fullHealth;
  return null;
}

/** Return why an item cannot be used; as for a heal, an item that heals needs lost health. */
export function itemRejection(view: FightView, item: InventoryEntry): ActionRejection {
  if (view.over) return COMBAT_TEXTS.ended;
  if (view.me.knockedOut) return COMBAT_TEXTS.knockedOutYou;
  if (view.me.itemsLeft <= 0) return COMBAT_TEXTS.noItemsLeft;
  return item.healAmount > 0 && view.me.hp >= view.me.maxHp ? COMBAT_TEXTS.fullHealth : null;
}

/** Return the target of an item: the opponent if it does damage, else the player. */
export const itemTarget = (view: FightView, item: InventoryEntry): number =>
  item.damage > 0 ? view.opponent.player.id : view.me.player.id;

/** Return the items usable in a fight, in the order of the keys 1–9. */
export const usableItems = (inventory: readonly InventoryEntry[]): readonly InventoryEntry[] =>
  inventory.filter((entry) => entry.usable && entry.quantity > 0);
