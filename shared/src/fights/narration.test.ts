import { expect, it } from 'vitest';
import type { SideResult } from '../contract/combat.ts';
import { ITEMS } from '../items/catalogue.ts';
import { exampleFight } from './example.ts';
import { narrate } from './narration.ts';

const { setup } = exampleFight();
const idle: SideResult = {
  ...{ move: 'guard', itemId: null, byStyle: false, healed: 0, damage: 0 },
  ...{ missed: false, critical: false, hp: 100, focus: 0 },
};

/** Return every wording of the attacker's part of the text for an exchange. */
function wordings(result: Partial<SideResult>): string[] {
  const texts = Array.from({ length: 12 }, (_, seq) => {
    const line = { seq, exchange: 1, kind: 'exchange', by: setup.attacker.id } as const;
    const sides = { attacker: { ...idle, ...result }, defender: idle, attackerHP: 100, defenderHP: 100 };
    return narrate({ ...line, ...sides }, setup).split(';')[0]!;
  });
  return [...new Set(texts)];
}

const thrown = ITEMS.find(({ damageShare }) => damageShare)!.id;

it.each<[Partial<SideResult>, string]>([
  [{ move: 'strike', damage: 35 }, ' and hits for 35'],
  [{ move: 'feint', damage: 18 }, ' and hits for 18'],
  [{ move: 'heavy', damage: 84, critical: true }, ' and lands a critical hit for 84'],
  [{ move: 'feint', missed: true }, ' and misses'],
  [{ move: 'guard', damage: 27 }, ' and hits back for 27'],
  [{ move: 'guard', damage: 41, critical: true }, ' and lands a critical counter for 41'],
  [{ move: 'guard', missed: true }, ', but the counter misses'],
  [{ move: 'heal', healed: 41 }, ' and regains 41 health'],
  [{ move: 'item', itemId: thrown, damage: 24 }, ' and hits for 24'],
  [{ move: 'feint' }, ''],
])('describes the result %j with a text that ends in "%s"', (result, ending) => {
  for (const text of wordings(result)) {
    expect(text.endsWith(ending)).toBe(true);
    expect(text.slice(0, text.length - ending.length)).not.toMatch(/\d| (and|for) /);
  }
});

it('mentions no knock-out if the loser still has health', () => {
  const over = { exchange: 3, kind: 'over', attacker: null, defender: null } as const;
  for (const reason of [undefined, 'conceded', 'abandoned', 'ended'] as const)
    for (let seq = 0; seq < 4; seq++) {
      const line = { ...over, seq, by: setup.attacker.id, attackerHP: 40, defenderHP: 30 };
      const text = narrate({ ...line, ...(reason ? { reason } : {}) }, setup);
      expect(text).not.toMatch(/'|stands over|carried/);
    }
});
