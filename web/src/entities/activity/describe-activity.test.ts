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

const describeAs = (over: Partial<ActivityItem>, actor: string | null = null) =>
  describeActivity(item(over), 'Mira', actor).sentence.join('');

describe('describeActivity', () => {
  it('names the new level only if it is known', () => {
    const metadata = { level: 4, xp: null, coins: null, fightId: null };
    expect(describeAs({ type: 'LEVEL_UP', metadata })).toBe('Mira reached level 4');
    expect(describeAs({ type: 'LEVEL_UP' })).toBe('Mira reached a new level');
  });

  it('names the other player only if there is one', () => {
    expect(describeAs({ type: 'COMBAT_WIN' }, 'Oda')).toBe('Mira won a fight against Oda');
    expect(describeAs({ type: 'COMBAT_WIN' })).toBe('Mira won a fight');
  });

  it('returns the kind “other” for an unknown type of activity', () => {
    expect(describeActivity(item({ type: 'CROWNED' }), owner, null).kind).toBe('other');
  });
});
