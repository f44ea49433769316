import { ARMOUR } from './armour.ts';
import { CLOTHES } from './clothes.ts';
import type { Drawer } from './hats.ts';
import type { Look, Outfit } from './look.ts';
import type { ClanColours } from './palette.ts';

const WORN: Record<Outfit, Drawer> = { ...ARMOUR, ...CLOTHES };

/** What is worn on the shoulders and the chest, over the neck and under the chin. */
export const outfit = (look: Look, clan: ClanColours): string => WORN[look.outfit](look, clan);
