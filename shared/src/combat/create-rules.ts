import type { Fighter, FightInput, LogLine } from '../contract/combat.ts';
import { LIMITS } from '../limits.ts';
import {
  type FighterState,
  type FightSetup,
  type FightState,
  otherSide,
  type Rules,
  RuleViolation,
  type Side,
  type Step,
  sideOfPlayer,
} from './fight.ts';
import { manualHealAmount } from './heal.ts';
import { narrate } from './narration.ts';
import type { RandomSource } from './random.ts';
import { type Strike, strike } from './strike.ts';

/** After this exchange, the fighter with the smaller share of health left loses; if equal, the attacker. */
export const LAST_EXCHANGE = 20;

/** Effect of an item in a fight: health points healed or taken from the opponent, or boosts for the fight. */
export type ItemUse = { healAmount: number; damage: number; boost?: { attack?: number; defense?: number } };

/** Differences between the versions of the rules. */
export type RulesVariant = {
  /** Return the effect of an item; undefined if it cannot be used in a fight. */
  useOf: (itemId: number) => ItemUse | undefined;
  /** Return the effective weapon and armor bonus of a fighter, given their level and carried bonus. */
  armed: (carried: { weapon: number; armor: number }, level: number) => { weapon: number; armor: number };
  /** Number of items a fighter may use in a fight. */
  items: number;
  /** Whether using an item also counts as a heal. */
  itemIsHeal: boolean;
};

type LineDetail = Pick<LogLine, 'kind'> &
  Partial<Pick<LogLine, 'amount' | 'critical' | 'itemId'>> & {
    last?: boolean;
    reason?: 'abandoned' | 'ended';
  };

/** A fight during an update: a copy of the state, and the lines written so far. */
type FightDraft = { setup: FightSetup; state: FightState; lines: LogLine[]; variant: RulesVariant };

function toFighterState(fighter: Fighter, variant: RulesVariant): FighterState {
  const { maxHealth, attack, defense, level } = fighter;
  return {
    hp: Math.min(fighter.health, maxHealth),
    ...{ maxHealth, attack, defense, level, ...variant.armed(fighter, level) },
    attackBoost: 0,
    defenseBoost: 0,
    healsLeft: LIMITS.combat.healsPerFight,
    itemsLeft: variant.items,
    canUseAction: true,
  };
}

function startDraft(setup: FightSetup, state: FightState, variant: RulesVariant): FightDraft {
  return {
    setup,
    variant,
    state: { ...state, attacker: { ...state.attacker }, defender: { ...state.defender } },
    lines: [],
  };
}

function finishDraft({ state, lines }: FightDraft): Step {
  return { state: { ...state, log: [...state.log, ...lines].slice(-LIMITS.combatLogLines) }, lines };
}

function appendLine({ setup, state, lines }: FightDraft, side: Side, to: Side, detail: LineDetail): void {
  const line = {
    seq: state.nextSeq++,
    exchange: state.exchanges,
    kind: detail.kind,
    by: setup[side].id,
    to: setup[to].id,
    amount: detail.amount ?? 0,
    critical: detail.critical ?? false,
    itemId: detail.itemId ?? null,
    attackerHP: state.attacker.hp,
    defenderHP: state.defender.hp,
  };
  const names = { by: setup[side].username, to: setup[to].username };
  lines.push({ ...line, text: narrate(line, names, setup.fightId, detail) });
}

function endFight(draft: FightDraft, winner: Side, reason?: 'abandoned' | 'ended'): void {
  draft.state.status = 'over';
  draft.state.winnerId = draft.setup[winner].id;
  appendLine(draft, winner, otherSide(winner), { kind: 'over', reason });
}

/** Reduce a fighter's health, at most to 0; return the actual reduction. */
function takeHealth(draft: FightDraft, side: Side, amount: number): number {
  const target = draft.state[side];
  const taken = Math.min(target.hp, amount);
  target.hp -= taken;
  return taken;
}

function applyBlow(draft: FightDraft, side: Side, blow: Strike): void {
  const to = otherSide(side);
  const amount = takeHealth(draft, to, blow.amount);
  const last = draft.state[to].hp === 0;
  appendLine(draft, side, to, { kind: blow.hit ? 'hit' : 'miss', amount, critical: blow.critical, last });
  if (last) endFight(draft, side);
}

function attack(draft: FightDraft, side: Side, chance: RandomSource): void {
  const { state } = draft;
  const other = otherSide(side);
  const exchange = ++state.exchanges;
  state[side].canUseAction = true;
  applyBlow(draft, side, strike(state[side], state[other], exchange, false, chance));
  if (state.status === 'active') {
    applyBlow(draft, other, strike(state[other], state[side], exchange, true, chance));
  }
  if (state.status === 'active' && exchange >= LAST_EXCHANGE) {
    const { attacker, defender } = state;
    const ahead = attacker.hp * defender.maxHealth > defender.hp * attacker.maxHealth;
    applyBlow(draft, ahead ? 'attacker' : 'defender', {
      hit: true,
      critical: false,
      amount: state[ahead ? 'defender' : 'attacker'].hp,
    });
  }
}

function restoreHealth(fighter: FighterState, amount: number): number {
  const gained = Math.min(amount, fighter.maxHealth - fighter.hp);
  fighter.hp += gained;
  return gained;
}

function assertActionLeft(fighter: FighterState, left: number, none: 'healLimit' | 'itemLimit'): void {
  if (left === 0) throw new RuleViolation(none);
  if (!fighter.canUseAction) throw new RuleViolation('strikeFirst');
}

function spendAction({ variant }: FightDraft, fighter: FighterState, kind: 'heal' | 'item'): void {
  fighter.canUseAction = false;
  if (kind === 'item') fighter.itemsLeft--;
  if (kind === 'heal' || variant.itemIsHeal) fighter.healsLeft--;
  if (variant.itemIsHeal) fighter.itemsLeft = Math.min(fighter.itemsLeft, fighter.healsLeft);
}

function heal(draft: FightDraft, side: Side): void {
  const fighter = draft.state[side];
  assertActionLeft(fighter, fighter.healsLeft, 'healLimit');
  if (fighter.hp >= fighter.maxHealth) throw new RuleViolation('fullHealth');
  spendAction(draft, fighter, 'heal');
  const amount = restoreHealth(fighter, manualHealAmount(fighter.maxHealth));
  appendLine(draft, side, side, { kind: 'heal', amount });
}

function useItem(draft: FightDraft, side: Side, input: Extract<FightInput, { kind: 'item' }>): void {
  const item = draft.variant.useOf(input.itemId);
  if (!item) throw new RuleViolation('noItem');
  const to = item.damage > 0 ? otherSide(side) : side;
  if (input.target !== draft.setup[to].id) throw new RuleViolation('invalid');
  const fighter = draft.state[side];
  assertActionLeft(fighter, fighter.itemsLeft, 'itemLimit');
  const full = item.healAmount > 0 && fighter.hp >= fighter.maxHealth;
  if (full) throw new RuleViolation('fullHealth');
  spendAction(draft, fighter, 'item');
  fighter.attackBoost += item.boost?.attack ?? 0;
  fighter.defenseBoost += item.boost?.defense ?? 0;
  const amount =
    item.damage > 0 ? takeHealth(draft, to, item.damage) : restoreHealth(fighter, item.healAmount);
  const last = draft.state[to].hp === 0;
  appendLine(draft, side, to, { kind: 'item', amount, itemId: input.itemId, last });
  if (last) endFight(draft, side);
}

function sync(draft: FightDraft, side: Side, input: Extract<FightInput, { kind: 'sync' }>): void {
  const { maxHealth, attack, defense, level } = input;
  const hp = Math.min(Math.max(input.health, 0), maxHealth);
  const arms = draft.variant.armed(draft.setup[side], level);
  draft.state[side] = { ...draft.state[side], hp, maxHealth, attack, defense, level, ...arms };
  appendLine(draft, side, side, { kind: 'sync', amount: hp });
  if (hp === 0) endFight(draft, otherSide(side));
}

/** Return why a finished fight accepts no more input. */
function fightOverReason(draft: FightDraft, side: Side, input: FightInput): RuleViolation {
  if (input.kind === 'attack' && draft.state[otherSide(side)].hp === 0) {
    return new RuleViolation('alreadyDefeated');
  }
  return new RuleViolation(input.kind === 'attack' && draft.state[side].hp === 0 ? 'tooWeak' : 'fightOver');
}

/** Create one version of the fight rules. docs/game.md explains every number in them. */
export const createRules = (variant: RulesVariant): Rules => ({
  beginFight: (setup) => {
    if (setup.attacker.health <= 0 || setup.defender.health <= 0) throw new RuleViolation('tooWeak');
    const draft = startDraft(
      setup,
      {
        rulesVersion: setup.rulesVersion,
        status: 'active',
        winnerId: null,
        exchanges: 0,
        nextSeq: 1,
        attacker: toFighterState(setup.attacker, variant),
        defender: toFighterState(setup.defender, variant),
        log: [],
      },
      variant,
    );
    appendLine(draft, 'attacker', 'defender', { kind: 'begin' });
    return finishDraft(draft).state;
  },

  applyInput: (setup, state, input, chance) => {
    const side = sideOfPlayer(setup, input.by);
    const draft = startDraft(setup, state, variant);
    if (state.status === 'over') throw fightOverReason(draft, side, input);
    switch (input.kind) {
      case 'attack':
        attack(draft, side, chance);
        break;
      case 'heal':
        heal(draft, side);
        break;
      case 'item':
        useItem(draft, side, input);
        break;
      case 'sync':
        sync(draft, side, input);
        break;
      case 'forfeit':
        endFight(draft, otherSide(side), input.reason);
    }
    return finishDraft(draft);
  },
});
