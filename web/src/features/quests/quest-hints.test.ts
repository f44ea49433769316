import { describe, expect, it } from 'vitest';
import { questHint } from './quest-hints.ts';

const rival = { id: 7, username: 'Vex', avatarUrl: null, level: 2 };

describe('the way to a quest', () => {
  it('leads to a rival, and to the directory where there is none', () => {
    expect(questHint('fight', { rival, isHurt: false })).toMatchObject({
      hint: 'Vex is at level 2. Win or lose, it counts.',
      target: { kind: 'fight', rival },
    });
    expect(questHint('fight', { rival: null, isHurt: false }).target).toEqual({ kind: 'directory' });
  });

  it('leads who is hurt to the pack, and who is whole to where they will be hurt', () => {
    expect(questHint('potion', { rival, isHurt: true }).target).toEqual({ kind: 'inventory' });
    expect(questHint('potion', { rival, isHurt: false })).toMatchObject({
      hint: 'After you get hurt in a fight, drink one from your inventory.',
      target: { kind: 'fight', rival },
    });
    expect(questHint('potion', { rival: null, isHurt: false }).target).toEqual({ kind: 'directory' });
  });
});
