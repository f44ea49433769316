import type { Temperament as FightTemperament, Style } from '@rivalhold/shared/contract/combat.ts';
import type { Look, Sex } from '@rivalhold/shared/portraits/look.ts';
import type { Clan } from '@rivalhold/shared/portraits/palette.ts';

/** A trait that determines how often a player starts fights, and how long their streak can be. */
export type Temperament = 'gentle' | 'steady' | 'eager' | 'restless';

/** An invented player in a clan. */
export type Member = {
  username: string;
  name: readonly [first: string, last: string];
  sex: Sex;
  age: number;
  relationship: 'single' | 'in_a_relationship' | 'married' | 'its_complicated' | 'prefer_not_to_say';
  location: string;
  /** Status message of at most 140 characters, in the player's voice. */
  status: string;
  /** Level from 1 to 24. The player's latest fights can raise it further. */
  level: number;
  temperament: Temperament;
  /** The style fights for the player while they are away. It is a ready-made style, or the player wrote it. */
  style: FightTemperament | Style;
  /** Number of days since the player joined, from 1 to 60. */
  joined: number;
  /** Fixed features of the portrait. The username determines the others. */
  look: Partial<Look>;
};

/** A clan and its members. */
export type ClanCast = { clan: Clan; members: readonly Member[] };
