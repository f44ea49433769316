import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

const { coins: noCoins, ...character } = LIMITS.profileDefaults;
type Defaulted = keyof typeof LIMITS.profileDefaults;
type Told = Omit<Profile, Defaulted> & { [K in Defaulted]?: Profile[K] | null };

/** A profile as it was told, with the defaults where the answer lacks a number; coins are nobody else's to know. */
export function withDefaults(profile: Told, isOwn: boolean): Profile {
  const told = Object.entries(profile).filter(([, value]) => value !== undefined && value !== null);
  const coins = profile.coins ?? (isOwn ? noCoins : null);
  return { ...profile, ...character, ...Object.fromEntries(told), coins };
}
