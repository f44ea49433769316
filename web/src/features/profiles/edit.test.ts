import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { describe, expect, it } from 'vitest';
import { changedSince, type EditFields, profileChange, RELATIONSHIP_OPTIONS, SEX_OPTIONS } from './edit.ts';

const before: EditFields = {
  username: 'Ysolde',
  email: 'ysolde@example.com',
  currentPassword: '',
  firstName: 'Ysolde',
  lastName: 'Grey',
  statusMessage: 'By the forge.',
  ...mapProfileTextFields(() => ''),
  location: 'Emberfell',
  age: '30',
  sex: 'female',
  relationshipStatus: '',
};

describe('profileChange', () => {
  it.each<[string, Partial<EditFields>, object]>([
    ['no edits', {}, {}],
    ['added spaces', { location: ' Emberfell ' }, {}],
    ['a number', { age: '31' }, { age: 31 }],
    ['cleared fields', { age: '', sex: '', location: '  ' }, { age: null, sex: null, location: null }],
    ['an empty status', { statusMessage: '' }, { statusMessage: '' }],
    ['a choice', { relationshipStatus: 'its_complicated' }, { relationshipStatus: 'its_complicated' }],
    ['a password without a new address', { currentPassword: 'secret' }, {}],
    [
      'a new address with its password',
      { email: 'new@example.com', currentPassword: 'secret' },
      { email: 'new@example.com', currentPassword: 'secret' },
    ],
  ])('returns the changes for %s', (_, changed, sent) => {
    expect(profileChange(before, { ...before, ...changed })).toEqual(sent);
  });
});

it('detects fields that were edited while the profile was being saved', () => {
  const sent = { ...before, firstName: 'Mira' };
  expect(changedSince(sent, { ...sent, age: '31', location: '' })).toEqual([
    ['location', ''],
    ['age', '31'],
  ]);
});

it('labels the options for relationship and sex in plain English', () => {
  expect(RELATIONSHIP_OPTIONS.map(({ label }) => label)).toEqual([
    'Not specified',
    'Single',
    'In a relationship',
    'Married',
    'It’s complicated',
    'Prefer not to say',
  ]);
  expect(SEX_OPTIONS[0]?.label).toBe('Not specified');
});
