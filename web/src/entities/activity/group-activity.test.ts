import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { expect, it } from 'vitest';
import { groupActivity } from './group-activity.ts';

const item = (id: number, type: string, createdAt: string): ActivityItem => ({
  id,
  type,
  owner: { id: 2, username: 'Bjorn', avatarUrl: null, level: 3 },
  actor: null,
  metadata: { level: null, xp: null, coins: null, fightId: null },
  createdAt,
});
const shape = (items: ActivityItem[]) =>
  groupActivity(items).map(({ groups }) => groups.map(({ items: group }) => group.map(({ id }) => id)));

it('groups activity by day, and combines the wins of each day', () => {
  const [today, before] = ['2026-06-02T12:00:00', '2026-06-01T12:00:00'];
  const items = [
    item(9, 'COMBAT_WIN', today),
    item(8, 'LEVEL_UP', today),
    item(7, 'COMBAT_WIN', today),
    item(6, 'COMBAT_WIN', before),
    item(5, 'JOIN', before),
    item(4, 'JOIN', before),
  ];
  expect(shape(items)).toEqual([
    [[9, 7], [8]],
    [[6], [5], [4]],
  ]);
  expect(shape([])).toEqual([]);
});

it('keeps the key of a group when newer activity is added', () => {
  const old = item(7, 'COMBAT_WIN', '2026-06-02T12:00:00');
  const keys = (items: ActivityItem[]) => groupActivity(items)[0]?.groups.map(({ key }) => key);
  expect(keys([item(9, 'COMBAT_WIN', '2026-06-02T13:00:00'), old])).toEqual(keys([old]));
});
