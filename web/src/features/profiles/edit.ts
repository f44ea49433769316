import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Profile, RELATIONSHIPS, SEXES } from '@rivalhold/shared/contract/profiles.ts';
import type { Body } from '@rivalhold/shared/contract/schema.ts';
import { EDIT_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { ACTIVITY_KEY } from '../activity/api.ts';
import { leaderboardQuery } from './api.ts';

/** What stands in the fields of the edit page; '' for what is not told. */
export type EditFields = {
  username: string;
  email: string;
  currentPassword: string;
  firstName: string;
  lastName: string;
  statusMessage: string;
  location: string;
  age: string;
  sex: string;
  relationshipStatus: string;
};
export type ProfileChange = Body<RouteOf<'PATCH /api/profiles/profile'>>;

type Labels<T extends readonly string[]> = Record<T[number], string>;
const optionsOf = (labels: Record<string, string>) => [
  { value: '', label: EDIT_TEXTS.untold },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];
export const SEX_OPTIONS = optionsOf(EDIT_TEXTS.sexes satisfies Labels<typeof SEXES>);
export const RELATIONSHIP_OPTIONS = optionsOf(
  EDIT_TEXTS.relationships satisfies Labels<typeof RELATIONSHIPS>,
);

export const fieldsOf = (user: SessionUser, profile: Profile): EditFields => ({
  username: user.username,
  email: user.email,
  currentPassword: '',
  firstName: user.firstName,
  lastName: user.lastName,
  statusMessage: user.statusMessage,
  location: profile.location ?? '',
  age: profile.age === null ? '' : String(profile.age),
  sex: profile.sex ?? '',
  relationshipStatus: profile.relationshipStatus ?? '',
});

/** The fields that are not as they were, as the server takes them; the password only with a new address. */
export function changeOf(before: EditFields, fields: EditFields): ProfileChange {
  const { currentPassword, ...rest } = fields;
  const changed = Object.entries(rest)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([name, value]) => value !== before[name as keyof EditFields].trim())
    .map(([name, value]) => [name, sentOf(name, value)]);
  const change = Object.fromEntries(changed) as ProfileChange;
  return change.email === undefined ? change : { ...change, currentPassword };
}

const CLEARED = ['location', 'age', 'sex', 'relationshipStatus'];
function sentOf(name: string, value: string): string | number | null {
  if (value === '' && CLEARED.includes(name)) return null;
  return name === 'age' ? Number(value) : value;
}

/** Saves what changed of one's own profile. */
export const saveProfile = async (change: ProfileChange) =>
  (await api('PATCH /api/profiles/profile', { body: change })).user;

/** Asks again for whatever shows a player by name or picture. */
export function refreshPlayers(client: QueryClient): void {
  for (const queryKey of [['profiles'], leaderboardQuery.queryKey, ACTIVITY_KEY, ['comments']]) {
    void client.invalidateQueries({ queryKey });
  }
}
