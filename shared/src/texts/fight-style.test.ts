import { expect, it } from 'vitest';
import { styleLine, TEMPERAMENTS } from '../fights/style.ts';
import { lineInWords } from './fight-style.ts';

it('describes when a line applies and which moves it makes', () => {
  expect(TEMPERAMENTS.careful.map(lineInWords)).toEqual([
    'If you can heal and have 50% health or less and they have 2 focus or more: Guard 40%, Heal 40% and Strike 20%.',
    'Otherwise, if you can heal and have 50% health or less: Heal 60%, Strike 20% and Guard 20%.',
    'Otherwise, if you have 2 focus or more: Heavy 40%, Guard 25%, Feint 25% and Strike 10%.',
    'Otherwise, if they have 2 focus or more: Guard 55%, Strike 35% and Feint 10%.',
    'Otherwise, if they have 34% health or less: Strike 50%, Guard 25% and Feint 25%.',
    'Otherwise: Guard 40%, Strike 35% and Feint 25%.',
  ]);
  expect(lineInWords(styleLine({ guard: 100 }), 0)).toBe('At any time: always Guard.');
  expect(lineInWords(styleLine({ heavy: 50, feint: 50 }, { focus: 3, theirHealth: 10 }), 0)).toBe(
    'If you have 3 focus and they have 10% health or less: Feint 50% and Heavy 50%.',
  );
});
