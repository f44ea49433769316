import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { describe, expect, it } from 'vitest';
import { describeActivity } from './describe-activity.ts';

const owner = { id: 1, username: 'Mira', avatarUrl: null, level: 2 };
const item = (over: Partial<ActivityItem>): ActivityItem => ({
  id: 1,
  type: 'JOIN',
  owner,
  actor: null,
  metadata: { level: null, xp: null, coins: null, fightId: null },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...over,
});

describe('activity text', () => {
  it('includes the level if known', () => {
    const metadata = { level: 4, xp: null, coins: null, fightId: null };
    expect(describeActivity(item({ type: 'LEVEL_UP', metadata })).verb).toBe('reached level 4');
    expect(describeActivity(item({ type: 'LEVEL_UP' })).verb).toBe('reached a new level');
  });

  it('includes the other player, if any', () => {
    expect(describeActivity(item({ type: 'COMBAT_WIN', actor: owner })).verb).toBe('won a fight against');
    expect(describeActivity(item({ type: 'COMBAT_WIN' })).verb).toBe('won a fight');
  });

  it('handles an unknown type', () => {
    expect(describeActivity(item({ type: 'CROWNED' })).kind).toBe('other');
  });
});
