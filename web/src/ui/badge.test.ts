import { expect, it } from 'vitest';
import { shortCount } from './badge.tsx';

it('shows a count above 99 as “99+”', () => {
  expect([1, 99, 100, 4_000].map(shortCount)).toEqual(['1', '99', '99+', '99+']);
});
