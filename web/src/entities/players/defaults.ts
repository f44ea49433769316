import type { LeaderboardEntry, Profile } from '@rivalhold/shared/contract/profiles.ts';
import type { Refusals } from '@rivalhold/shared/contract/safety.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';

const { coins: defaultCoins, ...defaultStats } = LIMITS.profileDefaults;
const NUMBERS = { experience: 0, wins: 0, losses: 0, ...defaultStats };
const TEXTS = { username: PROFILE_TEXTS.defaultName, statusMessage: '', createdAt: '' };
const NULLABLE_TEXTS = {
  avatarUrl: null,
  sex: null,
  relationshipStatus: null,
  ...mapProfileTextFields(() => null),
};

/** A profile in a response: any field can be missing, and fields can be nested in `profile`. */
export type ProfileAnswer = { [K in keyof Profile]?: Profile[K] | null } & {
  profile?: ProfileAnswer | null;
};

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined && value !== null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Return an object with the keys of `defaults`. Uses the value in `given`, or the default if that value is missing or
 * has another type.
 */
function pick<T extends object>(
  defaults: T,
  given: Map<string, unknown>,
  isValid: (value: unknown) => boolean,
): T {
  const entries = Object.entries(defaults).map(([name, value]) => {
    const received = given.get(name);
    return [name, isValid(received) ? received : value];
  });
  return Object.fromEntries(entries) as T;
}

/**
 * Return a profile with defaults for missing fields. `id` is the id of the requested player. Only the viewer's own
 * profile has default coins.
 */
export function withDefaults(answer: ProfileAnswer | null, isOwn: boolean, id = 0): Profile {
  const { profile, ...outer } = answer ?? {};
  const given = new Map<string, unknown>(
    [...Object.entries(profile ?? {}), ...Object.entries(outer)].filter(isGiven),
  );
  const numberOf = <T>(name: string, fallback: T) => {
    const value = given.get(name);
    return isNumber(value) ? value : fallback;
  };
  return {
    ...pick(NUMBERS, given, isNumber),
    ...pick(TEXTS, given, isText),
    ...(pick(NULLABLE_TEXTS, given, isText) as Pick<Profile, keyof typeof NULLABLE_TEXTS>),
    id: numberOf('id', id),
    age: numberOf('age', null),
    coins: numberOf('coins', isOwn ? defaultCoins : null),
    ...(given.has('refusals') && { refusals: given.get('refusals') as Refusals }),
  };
}

/** Return profiles with defaults, or an empty list if the response is not a list. */
export const profilesWithDefaults = (
  answer: readonly ProfileAnswer[],
  meId: number | undefined,
): Profile[] =>
  Array.isArray(answer)
    ? answer.map((profile: ProfileAnswer) =>
        withDefaults(profile, (profile.id ?? profile.profile?.id) === meId),
      )
    : [];

/** Return leaderboard entries with defaults, or an empty list if the response is not a list. */
export const entriesWithDefaults = (answer: readonly ProfileAnswer[]): LeaderboardEntry[] =>
  profilesWithDefaults(answer, undefined).map(({ id, username, avatarUrl, level, wins, losses }) => ({
    id,
    username,
    avatarUrl,
    level,
    wins,
    losses,
  }));
