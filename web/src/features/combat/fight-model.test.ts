import type { Combat, LogLine } from '@rivalhold/shared/contract/combat.ts';
import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { FIGHT_NUMBERS } from '@rivalhold/shared/fights/numbers.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { describe, expect, it } from 'vitest';
import {
  attackRejection,
  buildFightModel,
  healRejection,
  heavyRejection,
  itemRejection,
  itemTarget,
  usableItems,
} from './fight-model.ts';
import { fightReducer } from './fight-state.ts';
import { makeCombat, makeLine, makePlayer, makeResult, makeSide } from './fixtures.ts';
import { outcomeText } from './state-text.ts';

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

const SPECTATOR_ID = 3;

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
  it('shows only to the challenger that the fight waits for an answer', () => {
    const state = stateOf([], { isChallengePending: true });
    const isChallengePending = (meId: number) => buildFightModel(state, meId).isChallengePending;
    expect([isChallengePending(1), isChallengePending(2)]).toEqual([true, false]);
  });

  it('shows the viewer on the left', () => {
    expect(buildFightModel(stateOf([makeLine(1)]), 1).me.player.username).toBe('Mira');
    expect(buildFightModel(stateOf([makeLine(1)]), 2).me.player.username).toBe('Bran');
  });

  it('shows the health after the last played line', () => {
    const before = stateOf([makeLine(1, { kind: 'begin', defenderHP: 100 })]);
    const combat = makeCombat(
      [
        makeLine(1, { kind: 'begin', defenderHP: 100 }),
        makeLine(2),
        makeLine(3, { exchange: 2, attackerHP: 85 }),
      ],
      { attackerHP: 85, defenderHP: 90 },
    );
    const state = fightReducer(before, { type: 'combat', combat })!;
    expect(buildFightModel(state, 1)).toMatchObject({ me: { hp: 100 }, opponent: { hp: 100 } });
    const one = fightReducer(state, { type: 'played', seq: 2 })!;
    expect(buildFightModel(one, 1)).toMatchObject({
      me: { hp: 100 },
      opponent: { hp: 90 },
      beat: { seq: 2 },
    });
    const two = fightReducer(one, { type: 'played', seq: 3 })!;
    expect(buildFightModel(two, 1)).toMatchObject({ me: { hp: 85 }, opponent: { hp: 90 } });
  });

  it('shows the outcome only after the last line has been played', () => {
    const combat = makeCombat([makeLine(1), makeLine(2, { kind: 'over' })], { status: 'over', winnerId: 1 });
    const state = fightReducer(stateOf([makeLine(1)]), { type: 'combat', combat })!;
    expect(buildFightModel(state, 1).outcome).toBeNull();
    const received = fightReducer(state, { type: 'played', seq: 2 })!;
    expect(buildFightModel(received, 1).outcome).toEqual({ won: true, reason: null });
    expect(buildFightModel(received, 2).outcome).toEqual({ won: false, reason: null });
  });

  it('colors the log from the viewer’s point of view', () => {
    const drink = makeResult({ move: 'item', itemId: 1, healed: 20, damage: 0 });
    const idle = makeResult({ move: 'guard', damage: 0 });
    const lines = [
      makeLine(1, { kind: 'begin', attacker: null, defender: null }),
      makeLine(2, { attacker: makeResult({ damage: 21, critical: true }), text: 'A blow.' }),
      makeLine(3, { attacker: makeResult({ damage: 0, missed: true }), defender: idle }),
      makeLine(4, { attacker: drink, defender: idle }),
      makeLine(5, { kind: 'over', attacker: null, defender: null, text: 'It is done.' }),
    ];
    const tones = (reader: number) => buildFightModel(stateOf(lines), reader).log.map(({ tone }) => tone);
    expect(tones(1)).toEqual(['plain', 'given', 'miss', 'heal', 'won']);
    expect(tones(2)).toEqual(['plain', 'taken', 'miss', 'plain', 'lost']);
    const view = buildFightModel(stateOf(lines), 2);
    expect(view.log[1]).toMatchObject({
      changes: [{ lost: 21, critical: true }, { lost: 0 }],
      text: 'A blow.',
    });
    expect(view.log.at(-1)?.text).toBe('You were defeated. It is done.');
  });

  it('shows what the last exchange did to each fighter', () => {
    const before = stateOf([makeLine(1)]);
    const line = makeLine(2, {
      attacker: makeResult({ move: 'heal', healed: 40, damage: 0 }),
      defender: makeResult({ move: 'guard', damage: 0 }),
    });
    const state = fightReducer(before, { type: 'lines', combatId: 7, lines: [line] })!;
    const view = buildFightModel(fightReducer(state, { type: 'played', seq: 2 })!, 1);
    expect(view.me).toMatchObject({ strike: null, impact: { kind: 'heal', amount: 40, own: true } });
    expect(view.opponent).toMatchObject({ strike: null, impact: null });
  });

  it('shows both the damage and the healing of a fighter who is hit while healing', () => {
    const before = stateOf([makeLine(1)]);
    const line = makeLine(2, {
      attacker: makeResult({ move: 'heal', healed: 40, damage: 0 }),
      defender: makeResult({ move: 'strike', damage: 16 }),
    });
    const state = fightReducer(before, { type: 'lines', combatId: 7, lines: [line] })!;
    const view = buildFightModel(fightReducer(state, { type: 'played', seq: 2 })!, 1);
    expect(view.me.impact).toMatchObject({ kind: 'hit', amount: 16, healed: 40 });
    expect(view.opponent.strike).toMatchObject({ kind: 'hit', amount: 16, healed: 0 });
  });

  it('shows only the latest 20 lines', () => {
    const lines = Array.from({ length: 25 }, (_, index) => makeLine(index + 1));
    const latest = lines.slice(-20).map(({ seq }) => seq);
    for (const over of [{}, { status: 'over', winnerId: 1 }] as const)
      expect(buildFightModel(stateOf(lines, over), 1).log.map(({ seq }) => seq)).toEqual(latest);
  });

  it('lists the health change of the fighter on the left first', () => {
    const line = makeLine(1, {
      attacker: makeResult({ damage: 15 }),
      defender: makeResult({ damage: 17, critical: true }),
    });
    const logOf = (viewer: number) => buildFightModel(stateOf([line]), viewer).log[0];
    const attacker = { healed: 0, lost: 17, critical: true };
    const defender = { healed: 0, lost: 15, critical: false };
    expect(logOf(1)).toMatchObject({ tone: 'taken', changes: [attacker, defender] });
    expect(logOf(2)).toMatchObject({ tone: 'given', changes: [defender, attacker] });
    expect(logOf(SPECTATOR_ID)).toMatchObject({ tone: 'taken', changes: [attacker, defender] });
  });

  it('says how a fight ended, with or without a knock-out', () => {
    const { lastExchange } = FIGHT_NUMBERS;
    const endOf = (line: Partial<LogLine>, over: Partial<Combat> = {}) => {
      const lines = [makeLine(1, { kind: 'over', attacker: null, defender: null, exchange: 3, ...line })];
      const state = stateOf(lines, { status: 'over', winnerId: 1, ...over });
      return [1, 2].map((viewer) => outcomeText(buildFightModel(state, viewer)));
    };
    const { wonBy, lostBy } = COMBAT_TEXTS;
    const cap = { exchange: lastExchange, attackerHP: 60, defenderHP: 60 };
    expect(endOf({ reason: 'conceded' })).toEqual([wonBy.conceded('Bran'), lostBy.conceded()]);
    expect(endOf({ reason: 'abandoned' })).toEqual([wonBy.left('Bran'), lostBy.left()]);
    expect(endOf({ reason: 'ended' })).toEqual([wonBy.left('Bran'), lostBy.left()]);
    expect(endOf(cap)).toEqual([wonBy.chance(), lostBy.chance('Mira')]);
    expect(endOf(cap, { defenderMaxHP: 120 })).toEqual([wonBy.largerShare(), lostBy.largerShare('Mira')]);
    const knockout = [COMBAT_TEXTS.victoryOver('Bran'), COMBAT_TEXTS.defeatBy('Mira')];
    expect(endOf({ ...cap, defenderHP: 0 })).toEqual(knockout);
    expect(endOf({})).toEqual(knockout);
  });

  it('counts no unranked loss before the first exchange, or for a defender whose style chose every move', () => {
    const countsFor = (meId: number, line: LogLine | null, over: Partial<Combat> = {}) => {
      const state = stateOf(line ? [line] : [], { exchanges: line ? 1 : 0, ...over });
      return buildFightModel(state, meId).countsAsLoss;
    };
    const byStyle = makeLine(1, {
      attacker: makeResult({ byStyle: true }),
      defender: makeResult({ byStyle: true }),
    });
    expect([countsFor(1, null), countsFor(2, null)]).toEqual([false, false]);
    expect([countsFor(1, makeLine(1)), countsFor(2, makeLine(1))]).toEqual([true, true]);
    expect([countsFor(1, byStyle), countsFor(2, byStyle)]).toEqual([true, false]);
    expect(countsFor(2, null, { ranked: true })).toBe(true);
  });
});

describe('the choice of actions', () => {
  const view = (over: Parameters<typeof makeCombat>[1], reader = 1) =>
    buildFightModel(stateOf([makeLine(1)], over), reader);

  it('allows an attack unless the fight is over or a fighter is knocked out', () => {
    expect(attackRejection(view({}))).toBeNull();
    expect(attackRejection(view({ attackerHP: 0 }))).toContain('knocked out');
    expect(attackRejection(view({ defenderHP: 0 }))).toBe('Bran is already defeated.');
    expect(attackRejection(view({ status: 'over' }))).toBe('The fight is over.');
  });

  it('allows a heal only to a hurt player with heals left, and Heavy only to a player with focus', () => {
    const own = (parts: Parameters<typeof makeSide>[0]) => ({
      sides: { attacker: makeSide(parts), defender: makeSide() },
    });
    expect(healRejection(view({}))).toBe('You’re at full health.');
    expect(healRejection(view({ attackerHP: 50 }))).toBeNull();
    expect(healRejection(view({ attackerHP: 50, ...own({ healsLeft: 0 }) }))).toContain('no heals left');
    expect(healRejection(view({ defenderHP: 50 }, 2))).toBeNull();
    expect(heavyRejection(view({}))).toContain('focus');
    expect(heavyRejection(view(own({ focus: 2 })))).toBeNull();
  });

  it('targets helpful items at the player and harmful items at the opponent', () => {
    expect(itemTarget(view({}), potion)).toBe(1);
    expect(itemTarget(view({}), bomb)).toBe(2);
    expect(itemRejection(view({}), potion)).toBe('You’re at full health.');
    expect(itemRejection(view({}), bomb)).toBeNull();
    expect(
      itemRejection(view({ sides: { attacker: makeSide({ itemsLeft: 0 }), defender: makeSide() } }), bomb),
    ).toContain('no items left');
    expect(usableItems([potion, { ...bomb, usable: false }, { ...bomb, quantity: 0 }])).toEqual([potion]);
  });
});
