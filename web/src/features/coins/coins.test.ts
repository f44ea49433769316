import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { setBalance } from '../../entities/coins/api.ts';
import { gameQuery } from '../../entities/game/api.ts';
import { shortCoins, signedCoins } from './amount.ts';
import { describeMovement } from './movement.ts';

test('formats large balances in short form, rounded down', () => {
  expect([0, 50, 1_250, 9_999].map(shortCoins)).toEqual(['0', '50', '1,250', '9,999']);
  expect([10_000, 12_399, 99_999, 999_999, 1_250_000].map(shortCoins)).toEqual([
    '10K',
    '12.3K',
    '99.9K',
    '999.9K',
    '1.2M',
  ]);
});

test('formats amounts with a plus or minus sign', () => {
  expect([1, 1_500, -25].map(signedCoins)).toEqual(['+1', '+1,500', '−25']);
});

test('describes the reason for a change of the balance', () => {
  const nameOf = (id: number) => (id === 4 ? 'Gatewatch Dagger' : undefined);
  const received = (reason: 'purchase' | 'sale' | 'victory', itemId: number | null, quantity = 1) =>
    describeMovement({ reason, itemId, quantity, amount: 1 }, nameOf).text;
  expect(received('purchase', 4)).toBe('Bought Gatewatch Dagger');
  expect(received('purchase', 4, 2)).toBe('Bought 2 × Gatewatch Dagger');
  expect(received('sale', 4)).toBe('Sold Gatewatch Dagger');
  expect(received('sale', 900)).toBe('Sold an item');
  expect(received('victory', null)).toBe('Won a fight');
  const none = { itemId: null, quantity: null };
  const refund = (amount: number) => describeMovement({ reason: 'refund', ...none, amount }, nameOf).text;
  expect([refund(-5), refund(5)]).toEqual(['Payment refunded or disputed', 'Coins returned']);
  expect(describeMovement({ reason: 'tribute' as 'sale', ...none, amount: 1 }, nameOf).text).toBe(
    'Balance changed',
  );
});

test('updates the balance in cached game data', () => {
  const client = new QueryClient();
  setBalance(client, 7, 3);
  expect(client.getQueryData(gameQuery(7).queryKey)).toBeUndefined();
  client.setQueryData(gameQuery(7).queryKey, { stats: { coins: 50, level: 4 }, inventory: [] } as never);
  setBalance(client, 7, 3);
  expect(client.getQueryData(gameQuery(7).queryKey)).toEqual({
    stats: { coins: 3, level: 4 },
    inventory: [],
  });
});
