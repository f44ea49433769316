import { describe, expect, it } from 'vitest';
import { questHint } from './quest-hints.ts';

const rival = { id: 7, username: 'Vex', avatarUrl: null, level: 2 };

describe('a quest’s hint', () => {
  it('leads to a rival, or to the directory if there is no rival', () => {
    expect(questHint('fight', { rival, isHurt: false })).toMatchObject({
      hint: 'Vex is at level 2. The fight counts even if you lose.',
      target: { kind: 'fight', rival },
    });
    expect(questHint('fight', { rival: null, isHurt: false }).target).toEqual({ kind: 'directory' });
  });

  it('leads hurt players to the inventory for the potion quest, and other players to a fight', () => {
    expect(questHint('potion', { rival, isHurt: true }).target).toEqual({ kind: 'inventory' });
    expect(questHint('potion', { rival, isHurt: false })).toMatchObject({
      hint: 'If you’re at full health, fight first. Then drink a potion from your inventory.',
      action: 'Fight first',
      target: { kind: 'fight', rival },
    });
    expect(questHint('potion', { rival: null, isHurt: false }).target).toEqual({ kind: 'directory' });
  });
});
