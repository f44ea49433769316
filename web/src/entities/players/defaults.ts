import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

const { coins: defaultCoins, ...defaultStats } = LIMITS.profileDefaults;
type DefaultedField = keyof typeof LIMITS.profileDefaults;
type PartialProfile = Omit<Profile, DefaultedField> & { [K in DefaultedField]?: Profile[K] | null };

/** Return a profile with defaults for missing numbers; coins only for the player's own profile. */
export function withDefaults(profile: PartialProfile, isOwn: boolean): Profile {
  const given = Object.entries(profile).filter(([, value]) => value !== undefined && value !== null);
  const coins = profile.coins ?? (isOwn ? defaultCoins : null);
  return { ...profile, ...defaultStats, ...Object.fromEntries(given), coins };
}
