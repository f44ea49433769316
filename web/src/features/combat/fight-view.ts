import type { LogLine } from '@rivalhold/shared/contract/combat.ts';
import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { type FightState, nextLine } from './fight-state.ts';
import { type NarratedLine, type NarrationContext, narrateLine } from './narration.ts';

export type Side = {
  player: PlayerRef;
  /** The latest line in which this fighter acts on the other, and the latest that affects them; since the opening. */
  strike: LogLine | null;
  impact: LogLine | null;
  hp: number;
  maxHp: number;
  knockedOut: boolean;
  healsLeft: number;
  itemsLeft: number;
  mayAct: boolean;
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
};

const IMPACTS: ReadonlySet<LogLine['kind']> = new Set(['hit', 'miss', 'heal', 'item']);

/** Build the view of a fight, with health and log as far as they were played. */
export function buildFightView(
  state: FightState,
  meId: number,
  itemName: NarrationContext['itemName'],
): FightView {
  const { combat } = state;
  const narrated = state.lines.filter((line) => line.seq <= state.playedSeq);
  const beat = narrated.at(-1) ?? null;
  const isPlaying = nextLine(state) !== null;
  const hp = isPlaying && beat ? beat : combat;

  const shown = narrated.filter((line) => line.seq > state.openedSeq && IMPACTS.has(line.kind));
  const latest = ({ id }: PlayerRef) => ({
    strike: shown.findLast((line) => line.by === id && line.to !== id) ?? null,
    impact: shown.findLast((line) => line.to === id) ?? null,
  });

  const sideOf = (role: 'attacker' | 'defender'): Side => ({
    player: state[role],
    ...latest(state[role]),
    hp: hp[`${role}HP`],
    maxHp: combat[`${role}MaxHP`],
    knockedOut: hp[`${role}HP`] <= 0,
    healsLeft: combat[`${role}HealsLeft`],
    itemsLeft: combat[`${role}ItemsLeft`],
    mayAct: combat[`${role}MayAct`],
  });
  const [attacker, defender] = [sideOf('attacker'), sideOf('defender')];
  const [me, opponent] = state.attacker.id === meId ? [attacker, defender] : [defender, attacker];
  const names = new Map([attacker, defender].map(({ player }) => [player.id, player.username]));
  const over = combat.status === 'over';
  return {
    me,
    opponent,
    opponentPresent: state.present.includes(opponent.player.id),
    beat,
    log: narrated.slice(-LIMITS.combatLogLines).map((line) => narrateLine(line, { names, meId, itemName })),
    outcome: over && !isPlaying ? { won: combat.winnerId === null ? null : combat.winnerId === meId } : null,
    over,
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

/** Return why a heal is not possible: it needs lost health, heals left and an exchange since the last heal. */
export function healRejection(view: FightView): ActionRejection {
  if (view.over) return COMBAT_TEXTS.ended;
  if (view.me.knockedOut) return COMBAT_TEXTS.knockedOutYou;
  if (view.me.healsLeft <= 0) return COMBAT_TEXTS.noHealsLeft;
  if (view.me.hp >= view.me.maxHp) return COMBAT_TEXTS.fullHealth;
  if (!view.me.mayAct) return COMBAT_TEXTS.exchangeFirst;
  return null;
}

/** Return why an item cannot be used; as for a heal, an item that heals needs lost health. */
export function itemRejection(view: FightView, item: InventoryEntry): ActionRejection {
  if (view.over) return COMBAT_TEXTS.ended;
  if (view.me.knockedOut) return COMBAT_TEXTS.knockedOutYou;
  if (view.me.itemsLeft <= 0) return COMBAT_TEXTS.noItemsLeft;
  if (!view.me.mayAct) return COMBAT_TEXTS.exchangeFirst;
  return item.healAmount > 0 && view.me.hp >= view.me.maxHp ? COMBAT_TEXTS.fullHealth : null;
}

/** Return the target of an item: the opponent if it does damage, else the player. */
export const itemTarget = (view: FightView, item: InventoryEntry): number =>
  item.damage > 0 ? view.opponent.player.id : view.me.player.id;

/** Return the items usable in a fight, in the order of the keys 1–9. */
export const usableItems = (inventory: readonly InventoryEntry[]): readonly InventoryEntry[] =>
  inventory.filter((entry) => entry.usable && entry.quantity > 0);
