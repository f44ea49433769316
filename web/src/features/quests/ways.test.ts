import { describe, expect, it } from 'vitest';
import { wayOf } from './ways.ts';

const rival = { id: 7, username: 'Vex', avatarUrl: null, level: 2 };

describe('the way to a quest', () => {
  it('leads to a rival, and to the directory where there is none', () => {
    expect(wayOf('fight', { rival, isHurt: false })).toMatchObject({
      hint: 'Vex is at level 2. Won or lost, it counts.',
      place: { kind: 'ring', rival },
    });
    expect(wayOf('fight', { rival: null, isHurt: false }).place).toEqual({ kind: 'directory' });
  });

  it('leads who is hurt to the pack, and who is whole to where they will be hurt', () => {
    expect(wayOf('potion', { rival, isHurt: true }).place).toEqual({ kind: 'inventory' });
    expect(wayOf('potion', { rival, isHurt: false })).toMatchObject({
      hint: 'Once you are hurt in a fight, drink one from your pack.',
      place: { kind: 'ring', rival },
    });
    expect(wayOf('potion', { rival: null, isHurt: false }).place).toEqual({ kind: 'directory' });
  });
});
