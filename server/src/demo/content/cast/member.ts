import type { Temperament as FightTemperament, Style } from '@rivalhold/shared/contract/combat.ts';
import type { Look, Sex } from '../../portrait/look.ts';
import type { Clan } from '../../portrait/palette.ts';

/** How often a player starts fights. */
export type Temperament = 'gentle' | 'steady' | 'eager' | 'restless';

/** An invented player. */
export type Member = {
  username: string;
  name: readonly [first: string, last: string];
  sex: Sex;
  age: number;
  relationship: 'single' | 'in_a_relationship' | 'married' | 'its_complicated' | 'prefer_not_to_say';
  location: string;
  /** At most 140 characters, in character. */
  status: string;
  /** The level before the fights of the last days, 1 to 24. */
  level: number;
  temperament: Temperament;
  /** How the player fights while away: a ready-made style or own lines. */
  style: FightTemperament | Style;
  /** Days ago, 1 to 60. */
  joined: number;
  /** Fixed parts of the portrait; the username decides the rest. */
  look: Partial<Look>;
};

/** The members of one clan. */
export type ClanCast = { clan: Clan; members: readonly Member[] };
