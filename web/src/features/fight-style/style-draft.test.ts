import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { expect, it } from 'vitest';
import { type DraftAction, draftReducer, draftSum, toDraft, toStyle } from './style-draft.ts';

const draft = toDraft(TEMPERAMENTS.careful);
const keys = draft.map(({ key }) => key);
const after = (...actions: DraftAction[]) => actions.reduce(draftReducer, draft);
const order = (lines: typeof draft | ReturnType<typeof after>) => lines.map(({ key }) => keys.indexOf(key));

it('converts a style to the texts of form fields and back', () => {
  expect(toStyle(draft)).toEqual(TEMPERAMENTS.careful);
  expect(draft[0]).toMatchObject({
    canHeal: true,
    health: '50',
    theirHealth: '',
    odds: { heal: '40', heavy: '' },
  });
});

it('converts non-numeric text to NaN', () => {
  const [line] = after({ type: 'change', key: keys[0]!, changes: { health: '5x' } });
  expect(toStyle([line!, draft.at(-1)!])[0]?.health).toBeNaN();
  const [other] = after({
    type: 'change',
    key: keys[0]!,
    changes: { odds: { ...draft[0]!.odds, heal: '-' } },
  });
  expect(draftSum(other!)).toBeNaN();
  expect(draftSum(draft[0]!)).toBe(100);
});

it('moves a line up or down by one position', () => {
  const [first, second, , , fifth, last] = keys as [number, number, number, number, number, number];
  expect(order(after({ type: 'move', key: second, by: -1 }))).toEqual([1, 0, 2, 3, 4, 5]);
  expect(order(after({ type: 'move', key: first, by: 1 }))).toEqual([1, 0, 2, 3, 4, 5]);
  for (const [key, by] of [
    [first, -1],
    [fifth, 1],
    [last, -1],
    [last, 1],
  ] as const)
    expect(after({ type: 'move', key, by })).toBe(draft);
});

it('adds a line before the last line, and removes any line except the last', () => {
  const added = after({ type: 'add' });
  expect(order(added)).toEqual([0, 1, 2, 3, 4, -1, 5]);
  expect(toStyle(added)[5]).toMatchObject({ health: 50, odds: TEMPERAMENTS.careful.at(-1)!.odds });
  expect(order(after({ type: 'remove', key: keys[2]! }))).toEqual([0, 1, 3, 4, 5]);
  expect(after({ type: 'remove', key: keys[5]! })).toBe(draft);
});

it('drops the conditions of a line that becomes the last line', () => {
  expect(toStyle([draft[0]!])[0]).toMatchObject({ canHeal: false, health: null, theirFocus: null });
});
