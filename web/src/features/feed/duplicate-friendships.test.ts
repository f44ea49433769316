import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { expect, it } from 'vitest';
import { withoutDuplicateFriendships } from './duplicate-friendships.ts';

const player = (id: number) => ({ id, username: `player${id}`, avatarUrl: null, level: 1 });
const entry = (id: number, type: string, owner: number, actor: number) => {
  const metadata = { level: null, xp: null, coins: null, fightId: null };
  const item: ActivityItem = {
    id,
    type,
    owner: player(owner),
    actor: player(actor),
    metadata,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  return { kind: 'activity' as const, item };
};
const ids = (...entries: ReturnType<typeof entry>[]) =>
  withoutDuplicateFriendships(entries).map(({ item }) => item.id);

it('removes one of two entries about the same friendship', () => {
  expect(ids(entry(2, 'NEW_FRIEND', 7, 8), entry(1, 'NEW_FRIEND', 8, 7))).toEqual([2]);
  expect(ids(entry(2, 'NEW_FRIEND', 7, 8), entry(1, 'NEW_FRIEND', 9, 7))).toEqual([2, 1]);
  expect(ids(entry(2, 'COMBAT_WIN', 7, 8), entry(1, 'COMBAT_WIN', 8, 7))).toEqual([2, 1]);
});
