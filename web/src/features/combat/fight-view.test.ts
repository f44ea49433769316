import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { describe, expect, it } from 'vitest';
import { fightReducer } from './fight-state.ts';
import { attackRefusal, healRefusal, itemRefusal, itemTarget, usableItems, viewOf } from './fight-view.ts';
import { combatOf, lineOf, refOf } from './testing.ts';

const potion: InventoryEntry = {
  id: 1,
  itemId: 4,
  name: 'Small Potion',
  type: 'potion',
  quantity: 2,
  healAmount: 20,
  damage: 0,
  defense: 0,
  effect: '',
  price: 5,
  usable: true,
};
const bomb = { ...potion, id: 2, itemId: 5, name: 'Fire Flask', type: 'utility', healAmount: 0, damage: 15 };
const itemName = (id: number) => (id === 4 ? 'Small Potion' : undefined);

function stateOf(...[log, over]: Parameters<typeof combatOf>) {
  const combat = combatOf(log, over);
  return fightReducer(null, {
    type: 'opened',
    combat,
    attacker: refOf(1, 'Mira'),
    defender: refOf(2, 'Bran'),
  })!;
}

describe('the view of a fight', () => {
  it('puts the reader on the left, beginner or not', () => {
    expect(viewOf(stateOf([lineOf(1)]), 1, itemName).me.player.username).toBe('Mira');
    expect(viewOf(stateOf([lineOf(1)]), 2, itemName).me.player.username).toBe('Bran');
  });

  it('shows health and log only as far as they are told', () => {
    const before = stateOf([lineOf(1, { kind: 'begin', defenderHP: 100 })]);
    const combat = combatOf(
      [lineOf(1, { kind: 'begin', defenderHP: 100 }), lineOf(2), lineOf(3, { by: 2, to: 1, attackerHP: 85 })],
      { attackerHP: 85, defenderHP: 90 },
    );
    const state = fightReducer(before, { type: 'combat', combat })!;
    expect(viewOf(state, 1, itemName)).toMatchObject({ me: { hp: 100 }, opponent: { hp: 100 } });
    const one = fightReducer(state, { type: 'played', seq: 2 })!;
    expect(viewOf(one, 1, itemName)).toMatchObject({
      me: { hp: 100 },
      opponent: { hp: 90 },
      beat: { seq: 2 },
    });
    const two = fightReducer(one, { type: 'played', seq: 3 })!;
    expect(viewOf(two, 1, itemName)).toMatchObject({ me: { hp: 85 }, opponent: { hp: 90 } });
  });

  it('keeps the end for the last line', () => {
    const combat = combatOf([lineOf(1), lineOf(2, { kind: 'over' })], { status: 'over', winnerId: 1 });
    const state = fightReducer(stateOf([lineOf(1)]), { type: 'combat', combat })!;
    expect(viewOf(state, 1, itemName).outcome).toBeNull();
    const told = fightReducer(state, { type: 'played', seq: 2 })!;
    expect(viewOf(told, 1, itemName).outcome).toEqual({ won: true });
    expect(viewOf(told, 2, itemName).outcome).toEqual({ won: false });
  });

  it('tells the story to the one who reads it', () => {
    const lines = [
      lineOf(1, { kind: 'begin' }),
      lineOf(2, { critical: true, amount: 21 }),
      lineOf(3, { kind: 'miss', by: 2, to: 1 }),
      lineOf(4, { kind: 'item', to: 1, itemId: 4, amount: 20 }),
      lineOf(5, { kind: 'over' }),
    ];
    const told = (reader: number) => viewOf(stateOf(lines), reader, itemName).log.map((line) => line.brief);
    expect(told(1)).toEqual([
      'You challenge Bran.',
      'Critical! You strike Bran for 21.',
      'Bran misses you.',
      'You use Small Potion and regain 20.',
      'You have defeated Bran!',
    ]);
    expect(told(2).at(-1)).toBe('You were defeated.');
    expect(viewOf(stateOf(lines), 2, itemName).log.at(-1)?.text).toBe('You were defeated.');
    expect(told(2)[1]).toBe('Critical! Mira strikes you for 21.');
  });

  it('shows the latest 20 lines', () => {
    const lines = Array.from({ length: 25 }, (_, index) => lineOf(index + 1));
    expect(viewOf(stateOf(lines), 1, itemName).log.map((line) => line.seq)[0]).toBe(6);
  });
});

describe('what one may do', () => {
  const view = (over: Parameters<typeof combatOf>[1], reader = 1) =>
    viewOf(stateOf([lineOf(1)], over), reader, itemName);

  it('strikes unless somebody is down', () => {
    expect(attackRefusal(view({}))).toBeNull();
    expect(attackRefusal(view({ attackerHP: 0 }))).toContain('knocked out');
    expect(attackRefusal(view({ defenderHP: 0 }))).toBe('Bran is already defeated.');
    expect(attackRefusal(view({ status: 'over' }))).toBe('The fight is over.');
  });

  it('heals when hurt, when heals are left and once between two exchanges', () => {
    expect(healRefusal(view({}))).toBe('You are at full health.');
    expect(healRefusal(view({ attackerHP: 50 }))).toBeNull();
    expect(healRefusal(view({ attackerHP: 50, attackerHealsLeft: 0 }))).toContain('No heals left');
    expect(healRefusal(view({ attackerHP: 50, attackerMayAct: false }))).toContain('Strike first');
    expect(healRefusal(view({ defenderHP: 50 }, 2))).toBeNull();
  });

  it('uses what helps on oneself and what hurts on the opponent', () => {
    expect(itemTarget(view({}), potion)).toBe(1);
    expect(itemTarget(view({}), bomb)).toBe(2);
    expect(itemRefusal(view({}), potion)).toBe('You are at full health.');
    expect(itemRefusal(view({}), bomb)).toBeNull();
    expect(itemRefusal(view({ attackerItemsLeft: 0 }), bomb)).toContain('No items left');
    expect(usableItems([potion, { ...bomb, usable: false }, { ...bomb, quantity: 0 }])).toEqual([potion]);
  });
});
