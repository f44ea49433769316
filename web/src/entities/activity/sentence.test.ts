import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from './sentence.ts';

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

describe('an activity item in words', () => {
  it('names the level where it is known', () => {
    const metadata = { level: 4, xp: null, coins: null, fightId: null };
    expect(sentenceOf(item({ type: 'LEVEL_UP', metadata })).verb).toBe('reached level 4');
    expect(sentenceOf(item({ type: 'LEVEL_UP' })).verb).toBe('reached a new level');
  });

  it('names the other only where there is one', () => {
    expect(sentenceOf(item({ type: 'COMBAT_WIN', actor: owner })).verb).toBe('won a fight against');
    expect(sentenceOf(item({ type: 'COMBAT_WIN' })).verb).toBe('won a fight');
  });

  it('has words for a type of a later day', () => {
    expect(sentenceOf(item({ type: 'CROWNED' })).kind).toBe('other');
  });
});
