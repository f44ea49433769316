import { expect, it } from 'vitest';
import { styleLine, TEMPERAMENTS } from '../fights/style.ts';
import { FIGHT_STYLE_TEXTS, lineInWords } from './fight-style.ts';

it('describes when a line of a fight style applies, and which moves it chooses', () => {
  expect(TEMPERAMENTS.careful.map(lineInWords)).toEqual([
    'If: you can heal, your health is at most 50%, their focus is at least 2. Then: Guard 40%, Heal 40%, Strike 20%.',
    'If: you can heal, your health is at most 50%. Then: Heal 60%, Strike 20%, Guard 20%.',
    'If: your focus is at least 2. Then: Heavy 40%, Guard 25%, Feint 25%, Strike 10%.',
    'If: their focus is at least 2. Then: Guard 55%, Strike 35%, Feint 10%.',
    'If: their health is at most 34%. Then: Strike 50%, Guard 25%, Feint 25%.',
    'Otherwise: Guard 40%, Strike 35%, Feint 25%.',
  ]);
  expect(lineInWords(styleLine({ guard: 100 }), 0)).toBe('At any time: Guard 100%.');
  expect(lineInWords(styleLine({ heavy: 50, feint: 50 }, { focus: 3, theirHealth: 10 }), 0)).toBe(
    'If: your focus is 3, their health is at most 10%. Then: Feint 50%, Heavy 50%.',
  );
});

it('does not round a total up to 100%', () => {
  expect(FIGHT_STYLE_TEXTS.sum(99.6)).toBe('Total: 99.6%');
});
