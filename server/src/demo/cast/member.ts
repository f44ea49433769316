import type { Look, Sex } from '../portrait/look.ts';
import type { Clan } from '../portrait/palette.ts';

/** How often somebody begins a fight on a day of theirs. */
export type Temperament = 'gentle' | 'steady' | 'eager' | 'restless';

/** An invented player as their clan's page of the cast tells them. `joined` is days ago, 1 to 60. */
export type Member = {
  username: string;
  name: readonly [first: string, last: string];
  sex: Sex;
  age: number;
  relationship: 'single' | 'in_a_relationship' | 'married' | 'its_complicated' | 'prefer_not_to_say';
  location: string;
  /** At most 140 characters, in character. */
  status: string;
  /** Where they stand before the fights of the last days, 1 to 24. */
  level: number;
  temperament: Temperament;
  joined: number;
  /** What their portrait must show. */
  look: Partial<Look>;
};

/** The members of one clan. */
export type ClanCast = { clan: Clan; members: readonly Member[] };
