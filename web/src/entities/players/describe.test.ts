import { describe, expect, it } from 'vitest';
import { basicsOf, humanise, statusLine } from './describe.ts';

const profile = {
  id: 1,
  username: 'Mira',
  avatarUrl: null,
  level: 1,
  experience: 0,
  energy: 100,
  health: 100,
  maxHealth: 100,
  attack: 3,
  defense: 3,
  coins: null,
  wins: 0,
  losses: 0,
  statusMessage: '',
  age: null,
  sex: null,
  relationshipStatus: null,
  location: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('a profile in words', () => {
  it('replaces underscores and capitalises', () => {
    expect(humanise('its_complicated')).toBe('Its complicated');
    expect(humanise('in_a_relationship')).toBe('In a relationship');
    expect(humanise('')).toBe('');
  });

  it('shows only what was told', () => {
    expect(basicsOf(profile)).toEqual([]);
    const told = { ...profile, age: 31, sex: 'non_binary', location: ' ' };
    expect(basicsOf(told).map((chip) => chip.text)).toEqual(['31 years', 'Non binary']);
  });

  it('always has a status', () => {
    expect(statusLine(profile)).toBe('Let’s play!');
    expect(statusLine({ statusMessage: 'Busy' })).toBe('Busy');
  });
});
