/** Options and limits for profile fields. This file imports no validators, because browsers load it. */
export const SEXES = ['male', 'female', 'non_binary', 'prefer_not_to_say'] as const;
export const RELATIONSHIPS = [
  'single',
  'in_a_relationship',
  'married',
  'its_complicated',
  'prefer_not_to_say',
] as const;

/**
 * The optional one-line texts of a profile, in display order. Each name is a single word, because it is also
 * the name of the column in `users`. Routes, SQL statements, forms, reports, account deletion and data export
 * are derived from this list.
 */
export const PROFILE_TEXT_FIELDS = {
  location: { label: 'Location', maxLength: 80 },
} as const;

export type ProfileTextField = keyof typeof PROFILE_TEXT_FIELDS;
export const PROFILE_TEXT_FIELD_NAMES = Object.keys(PROFILE_TEXT_FIELDS) as ProfileTextField[];

/** Return an object with a value for each text field of a profile. */
export const mapProfileTextFields = <T>(valueFor: (name: ProfileTextField) => T) =>
  Object.fromEntries(PROFILE_TEXT_FIELD_NAMES.map((name) => [name, valueFor(name)])) as Record<
    ProfileTextField,
    T
  >;
