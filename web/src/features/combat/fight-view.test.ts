import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { describe, expect, it } from 'vitest';
import { fightReducer } from './fight-state.ts';
import {
  attackRejection,
  buildFightView,
  healRejection,
  itemRejection,
  itemTarget,
  usableItems,
} from './fight-view.ts';
import { makeCombat, makeLine, makePlayer } from './fixtures.ts';

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

function stateOf(...[log, over]: Parameters<typeof makeCombat>) {
  const combat = makeCombat(log, over);
  return fightReducer(null, {
    type: 'opened',
    combat,
    attacker: makePlayer(1, 'Mira'),
    defender: makePlayer(2, 'Bran'),
  })!;
}

describe('the view of a fight', () => {
  it('shows the viewer on the left, whether or not they started the fight', () => {
    expect(buildFightView(stateOf([makeLine(1)]), 1, itemName).me.player.username).toBe('Mira');
    expect(buildFightView(stateOf([makeLine(1)]), 2, itemName).me.player.username).toBe('Bran');
  });

  it('shows health and log only as far as played', () => {
    const before = stateOf([makeLine(1, { kind: 'begin', defenderHP: 100 })]);
    const combat = makeCombat(
      [
        makeLine(1, { kind: 'begin', defenderHP: 100 }),
        makeLine(2),
        makeLine(3, { by: 2, to: 1, attackerHP: 85 }),
      ],
      { attackerHP: 85, defenderHP: 90 },
    );
    const state = fightReducer(before, { type: 'combat', combat })!;
    expect(buildFightView(state, 1, itemName)).toMatchObject({ me: { hp: 100 }, opponent: { hp: 100 } });
    const one = fightReducer(state, { type: 'played', seq: 2 })!;
    expect(buildFightView(one, 1, itemName)).toMatchObject({
      me: { hp: 100 },
      opponent: { hp: 90 },
      beat: { seq: 2 },
    });
    const two = fightReducer(one, { type: 'played', seq: 3 })!;
    expect(buildFightView(two, 1, itemName)).toMatchObject({ me: { hp: 85 }, opponent: { hp: 90 } });
  });

  it('shows the outcome only after the last line', () => {
    const combat = makeCombat([makeLine(1), makeLine(2, { kind: 'over' })], { status: 'over', winnerId: 1 });
    const state = fightReducer(stateOf([makeLine(1)]), { type: 'combat', combat })!;
    expect(buildFightView(state, 1, itemName).outcome).toBeNull();
    const received = fightReducer(state, { type: 'played', seq: 2 })!;
    expect(buildFightView(received, 1, itemName).outcome).toEqual({ won: true });
    expect(buildFightView(received, 2, itemName).outcome).toEqual({ won: false });
  });

  it('narrates the fight from the viewer’s side', () => {
    const lines = [
      makeLine(1, { kind: 'begin' }),
      makeLine(2, { critical: true, amount: 21 }),
      makeLine(3, { kind: 'miss', by: 2, to: 1 }),
      makeLine(4, { kind: 'item', to: 1, itemId: 4, amount: 20 }),
      makeLine(5, { kind: 'over' }),
    ];
    const received = (reader: number) =>
      buildFightView(stateOf(lines), reader, itemName).log.map((line) => line.brief);
    expect(received(1)).toEqual([
      'You challenge Bran.',
      'Critical! You strike Bran for 21.',
      'Bran misses you.',
      'You use Small Potion and regain 20.',
      'You have defeated Bran!',
    ]);
    expect(received(2).at(-1)).toBe('You were defeated.');
    expect(buildFightView(stateOf(lines), 2, itemName).log.at(-1)?.text).toBe('You were defeated.');
    expect(received(2)[1]).toBe('Critical! Mira strikes you for 21.');
  });

  it('shows the latest 20 lines', () => {
    const lines = Array.from({ length: 25 }, (_, index) => makeLine(index + 1));
    expect(buildFightView(stateOf(lines), 1, itemName).log.map((line) => line.seq)[0]).toBe(6);
  });
});

describe('available actions', () => {
  const view = (over: Parameters<typeof makeCombat>[1], reader = 1) =>
    buildFightView(stateOf([makeLine(1)], over), reader, itemName);

  it('allows an attack unless a fighter is knocked out', () => {
    expect(attackRejection(view({}))).toBeNull();
    expect(attackRejection(view({ attackerHP: 0 }))).toContain('knocked out');
    expect(attackRejection(view({ defenderHP: 0 }))).toBe('Bran is already defeated.');
    expect(attackRejection(view({ status: 'over' }))).toBe('The fight is over.');
  });

  it('allows a heal when hurt, with heals left, and once between two exchanges', () => {
    expect(healRejection(view({}))).toBe('You’re at full health.');
    expect(healRejection(view({ attackerHP: 50 }))).toBeNull();
    expect(healRejection(view({ attackerHP: 50, attackerHealsLeft: 0 }))).toContain('no heals left');
    expect(healRejection(view({ attackerHP: 50, attackerMayAct: false }))).toContain('Attack first');
    expect(healRejection(view({ defenderHP: 50 }, 2))).toBeNull();
  });

  it('targets the player with helpful items and the opponent with harmful ones', () => {
    expect(itemTarget(view({}), potion)).toBe(1);
    expect(itemTarget(view({}), bomb)).toBe(2);
    expect(itemRejection(view({}), potion)).toBe('You’re at full health.');
    expect(itemRejection(view({}), bomb)).toBeNull();
    expect(itemRejection(view({ attackerItemsLeft: 0 }), bomb)).toContain('no items left');
    expect(usableItems([potion, { ...bomb, usable: false }, { ...bomb, quantity: 0 }])).toEqual([potion]);
  });
});
