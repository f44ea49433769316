import { expect, it } from 'vitest';
import { formatLabels, formatList } from './format-list.ts';

it.each([[[]], [['a']], [['a', 'b']], [['a', 'b', 'c']], [['a', 'b', 'c', 'd']]])(
  'formats %j like Intl.ListFormat',
  (items: string[]) => {
    expect(formatList(items)).toBe(new Intl.ListFormat('en-GB').format(items));
    expect(formatLabels(items)).toBe(new Intl.ListFormat('en-GB', { type: 'unit' }).format(items));
  },
);
