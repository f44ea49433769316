import { mapProfileTextFields, PROFILE_TEXT_FIELD_NAMES } from '@rivalhold/shared/profiles.ts';
import { describe, expect, it } from 'vitest';
import { basicInfoChips, humanize, statusText } from './describe.ts';

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
  ...mapProfileTextFields(() => null),
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('the description of a player', () => {
  it('replaces underscores and capitalizes the first letter', () => {
    expect(humanize('its_complicated')).toBe('Its complicated');
    expect(humanize('in_a_relationship')).toBe('In a relationship');
    expect(humanize('')).toBe('');
  });

  it('omits the fields that the player has left empty', () => {
    expect(basicInfoChips(profile)).toEqual([]);
    const received = { ...profile, age: 31, sex: 'non_binary', location: ' ' };
    expect(basicInfoChips(received).map((chip) => chip.text)).toEqual(['31 years old', 'Non binary']);
  });

  it('shows every text field that the player has filled in', () => {
    const received = { ...profile, ...mapProfileTextFields((name) => ` My ${name} `) };
    const shown = PROFILE_TEXT_FIELD_NAMES.map((id) => ({ id, text: `My ${id}` }));
    expect(basicInfoChips(received)).toEqual(shown);
  });

  it('returns a default status text if the player has none', () => {
    expect(statusText(profile)).toBe('Let’s play!');
    expect(statusText({ statusMessage: 'Busy' })).toBe('Busy');
  });
});
