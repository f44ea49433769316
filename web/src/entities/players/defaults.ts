import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

const { coins: defaultCoins, ...defaultStats } = LIMITS.profileDefaults;
type DefaultedField = keyof typeof LIMITS.profileDefaults;
type PartialProfile = Omit<Profile, DefaultedField> & { [K in DefaultedField]?: Profile[K] | null };

/** A profile as it was told, with the defaults where the answer lacks a number; coins are nobody else's to know. */
export function withDefaults(profile: PartialProfile, isOwn: boolean): Profile {
  const given = Object.entries(profile).filter(([, value]) => value !== undefined && value !== null);
  const coins = profile.coins ?? (isOwn ? defaultCoins : null);
  return { ...profile, ...defaultStats, ...Object.fromEntries(given), coins };
}
