import { expect, it } from 'vitest';
import { exampleFight } from '../fights/example.ts';
import { LANDING_TEXTS } from './landing.ts';

const { attacker, defender, lines, verified } = LANDING_TEXTS.sample;

it('shows the example fight on the landing page exactly as the rules compute it', () => {
  const example = exampleFight();
  const exchanges = example.lines.flatMap(({ line }) => (line.kind === 'exchange' ? [line] : []));
  const shown = exchanges.slice(-lines.length);
  expect(lines.map(({ text }) => text)).toEqual(shown.map(({ text }) => text));
  expect(lines.map(({ kind }) => kind)).toEqual(
    shown.map((line) => (line.attacker?.healed || line.defender?.healed ? 'heal' : 'hit')),
  );
  const last = shown.at(-1)!;
  const sideOf = (side: 'attacker' | 'defender') => {
    const { username: name, level, maxHealth } = example.setup[side];
    return { name, level, health: last[`${side}HP`], maxHealth };
  };
  expect([attacker, defender]).toEqual([sideOf('attacker'), sideOf('defender')]);
  expect(verified).toContain(`${last.exchange} of ${last.exchange} exchanges match`);
});
