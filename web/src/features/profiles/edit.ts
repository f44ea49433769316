import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import type { Body } from '@rivalhold/shared/contract/schema.ts';
import {
  mapProfileTextFields,
  PROFILE_TEXT_FIELD_NAMES,
  type ProfileTextField,
  RELATIONSHIPS,
  SEXES,
} from '@rivalhold/shared/profiles.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { humanize } from '../../entities/players/describe.ts';
import { api } from '../../lib/api.ts';

/** Values of the edit page's fields; '' if a field is empty. */
export type EditFields = Record<ProfileTextField, string> & {
  username: string;
  email: string;
  currentPassword: string;
  firstName: string;
  lastName: string;
  statusMessage: string;
  age: string;
  sex: string;
  relationshipStatus: string;
};
export type ProfileChange = Body<RouteOf<'PATCH /api/profiles/profile'>>;

/** Labels that cannot be derived from the stored value, because they contain punctuation. */
const LABELS: Record<string, string> = { its_complicated: EDIT_PROFILE_TEXTS.itsComplicated };

/** Return the options of a field, with labels derived from the stored values. */
const optionsOf = (values: readonly string[]) => [
  { value: '', label: EDIT_PROFILE_TEXTS.notSpecified },
  ...values.map((value) => ({ value, label: LABELS[value] ?? humanize(value) })),
];
export const SEX_OPTIONS = optionsOf(SEXES);
export const RELATIONSHIP_OPTIONS = optionsOf(RELATIONSHIPS);

/** Return the initial values of the edit page's fields. */
export const initialFields = (user: SessionUser, profile: Profile): EditFields => ({
  username: user.username,
  email: user.email,
  currentPassword: '',
  firstName: user.firstName,
  lastName: user.lastName,
  statusMessage: user.statusMessage,
  ...mapProfileTextFields((name) => profile[name] ?? ''),
  age: profile.age === null ? '' : String(profile.age),
  sex: profile.sex ?? '',
  relationshipStatus: profile.relationshipStatus ?? '',
});

/** Return the changed fields as the server expects them; the password is included only with a new email address. */
export function profileChange(initial: EditFields, fields: EditFields): ProfileChange {
  const { currentPassword, ...rest } = fields;
  const changed = Object.entries(rest)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([name, value]) => value !== initial[name as keyof EditFields].trim())
    .map(([name, value]) => [name, toWireValue(name, value)]);
  const change = Object.fromEntries(changed) as ProfileChange;
  return change.email === undefined ? change : { ...change, currentPassword };
}

const CLEARABLE_FIELDS: string[] = [...PROFILE_TEXT_FIELD_NAMES, 'age', 'sex', 'relationshipStatus'];
function toWireValue(name: string, value: string): string | number | null {
  if (value === '' && CLEARABLE_FIELDS.includes(name)) return null;
  return name === 'age' ? Number(value) : value;
}

/** Return the fields that were edited after the values in `sent` were sent. */
export const changedSince = (sent: EditFields, now: EditFields): [keyof EditFields, string][] =>
  (Object.entries(now) as [keyof EditFields, string][]).filter(([name, value]) => value !== sent[name]);

/** Save changes of the player's own profile. */
export const saveProfile = async (change: ProfileChange) =>
  (await api('PATCH /api/profiles/profile', { body: change })).user;
