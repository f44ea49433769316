import type { Fighter, FightInput, LogLine } from '../contract/combat.ts';
import { itemById } from '../items/catalogue.ts';
import { LIMITS } from '../limits.ts';
import type { Chance } from './chance.ts';
import {
  type FighterState,
  type FightSetup,
  type FightState,
  otherSide,
  type Rules,
  RuleViolation,
  type Side,
  type Step,
  sideOf,
} from './fight.ts';
import { manualHealAmount } from './heal.ts';
import { tell } from './story.ts';
import { type Strike, strike } from './strike.ts';

/** After this exchange the one with the smaller share of health left falls; if equal, the one who began. */
const LAST_EXCHANGE = 20;

type Told = Pick<LogLine, 'kind'> &
  Partial<Pick<LogLine, 'amount' | 'critical' | 'itemId'>> & {
    last?: boolean;
    reason?: 'abandoned' | 'ended';
  };

/** A fight being worked on: its own copy of the state, and what has been written so far. */
type Desk = { setup: FightSetup; state: FightState; lines: LogLine[] };

function enter(fighter: Fighter): FighterState {
  const { maxHealth, attack, defense, level, weapon, armor } = fighter;
  return {
    hp: Math.min(fighter.health, maxHealth),
    ...{ maxHealth, attack, defense, level, weapon, armor },
    attackBoost: 0,
    defenseBoost: 0,
    healsLeft: LIMITS.combat.healsPerFight,
    itemsLeft: LIMITS.combat.itemsPerFight,
    mayAct: true,
  };
}

function open(setup: FightSetup, state: FightState): Desk {
  return {
    setup,
    state: { ...state, attacker: { ...state.attacker }, defender: { ...state.defender } },
    lines: [],
  };
}

function close({ state, lines }: Desk): Step {
  return { state: { ...state, log: [...state.log, ...lines].slice(-LIMITS.combatLogLines) }, lines };
}

function write({ setup, state, lines }: Desk, side: Side, to: Side, told: Told): void {
  const line = {
    seq: state.nextSeq++,
    exchange: state.exchanges,
    kind: told.kind,
    by: setup[side].id,
    to: setup[to].id,
    amount: told.amount ?? 0,
    critical: told.critical ?? false,
    itemId: told.itemId ?? null,
    attackerHP: state.attacker.hp,
    defenderHP: state.defender.hp,
  };
  const names = { by: setup[side].username, to: setup[to].username };
  lines.push({ ...line, text: tell(line, names, setup.fightId, told) });
}

function end(desk: Desk, winner: Side, reason?: 'abandoned' | 'ended'): void {
  desk.state.status = 'over';
  desk.state.winnerId = desk.setup[winner].id;
  write(desk, winner, otherSide(winner), { kind: 'over', reason });
}

/** Takes health, never more than there is, and answers what was taken. */
function take(desk: Desk, side: Side, amount: number): number {
  const target = desk.state[side];
  const taken = Math.min(target.hp, amount);
  target.hp -= taken;
  return taken;
}

function land(desk: Desk, side: Side, blow: Strike): void {
  const to = otherSide(side);
  const amount = take(desk, to, blow.amount);
  const last = desk.state[to].hp === 0;
  write(desk, side, to, { kind: blow.hit ? 'hit' : 'miss', amount, critical: blow.critical, last });
  if (last) end(desk, side);
}

function attack(desk: Desk, side: Side, chance: Chance): void {
  const { state } = desk;
  const other = otherSide(side);
  const exchange = ++state.exchanges;
  state[side].mayAct = true;
  land(desk, side, strike(state[side], state[other], exchange, false, chance));
  if (state.status === 'active') {
    land(desk, other, strike(state[other], state[side], exchange, true, chance));
  }
  if (state.status === 'active' && exchange >= LAST_EXCHANGE) {
    const { attacker, defender } = state;
    const ahead = attacker.hp * defender.maxHealth > defender.hp * attacker.maxHealth;
    land(desk, ahead ? 'attacker' : 'defender', {
      hit: true,
      critical: false,
      amount: state[ahead ? 'defender' : 'attacker'].hp,
    });
  }
}

function restore(fighter: FighterState, amount: number): number {
  const gained = Math.min(amount, fighter.maxHealth - fighter.hp);
  fighter.hp += gained;
  return gained;
}

function heal(desk: Desk, side: Side): void {
  const fighter = desk.state[side];
  if (fighter.healsLeft === 0 || !fighter.mayAct) throw new RuleViolation('healLimit');
  if (fighter.hp >= fighter.maxHealth) throw new RuleViolation('fullHealth');
  fighter.healsLeft--;
  fighter.mayAct = false;
  const amount = restore(fighter, manualHealAmount(fighter.maxHealth));
  write(desk, side, side, { kind: 'heal', amount });
}

function useItem(desk: Desk, side: Side, input: Extract<FightInput, { kind: 'item' }>): void {
  const item = itemById(input.itemId);
  if (!item?.usable) throw new RuleViolation('noItem');
  const to = item.damage > 0 ? otherSide(side) : side;
  if (input.target !== desk.setup[to].id) throw new RuleViolation('invalid');
  const fighter = desk.state[side];
  if (fighter.itemsLeft === 0 || !fighter.mayAct) throw new RuleViolation('itemLimit');
  const full = item.healAmount > 0 && fighter.hp >= fighter.maxHealth;
  if (full) throw new RuleViolation('fullHealth');
  fighter.itemsLeft--;
  fighter.mayAct = false;
  fighter.attackBoost += item.boost?.attack ?? 0;
  fighter.defenseBoost += item.boost?.defense ?? 0;
  const amount = item.damage > 0 ? take(desk, to, item.damage) : restore(fighter, item.healAmount);
  const last = desk.state[to].hp === 0;
  write(desk, side, to, { kind: 'item', amount, itemId: item.id, last });
  if (last) end(desk, side);
}

function sync(desk: Desk, side: Side, input: Extract<FightInput, { kind: 'sync' }>): void {
  const { maxHealth, attack, defense, level } = input;
  const hp = Math.min(Math.max(input.health, 0), maxHealth);
  desk.state[side] = { ...desk.state[side], hp, maxHealth, attack, defense, level };
  write(desk, side, side, { kind: 'sync', amount: hp });
  if (hp === 0) end(desk, otherSide(side));
}

/** Why nothing more can be done in a fight that is over. */
function whyOver(desk: Desk, side: Side, input: FightInput): RuleViolation {
  if (input.kind === 'attack' && desk.state[otherSide(side)].hp === 0) {
    return new RuleViolation('alreadyDefeated');
  }
  return new RuleViolation(input.kind === 'attack' && desk.state[side].hp === 0 ? 'tooWeak' : 'fightOver');
}

/** The first version of the rules. Every number in it is explained in docs/game.md. */
export const rules1: Rules = {
  beginFight: (setup) => {
    if (setup.attacker.health <= 0 || setup.defender.health <= 0) throw new RuleViolation('tooWeak');
    const desk = open(setup, {
      rulesVersion: setup.rulesVersion,
      status: 'active',
      winnerId: null,
      exchanges: 0,
      nextSeq: 1,
      attacker: enter(setup.attacker),
      defender: enter(setup.defender),
      log: [],
    });
    write(desk, 'attacker', 'defender', { kind: 'begin' });
    return close(desk).state;
  },

  applyInput: (setup, state, input, chance) => {
    const side = sideOf(setup, input.by);
    const desk = open(setup, state);
    if (state.status === 'over') throw whyOver(desk, side, input);
    switch (input.kind) {
      case 'attack':
        attack(desk, side, chance);
        break;
      case 'heal':
        heal(desk, side);
        break;
      case 'item':
        useItem(desk, side, input);
        break;
      case 'sync':
        sync(desk, side, input);
        break;
      case 'forfeit':
        end(desk, otherSide(side), input.reason);
    }
    return close(desk);
  },
};
