/** Plain steel gets a point better with every so many levels: blades at 6, 11, 16 …, coats at 4, 9, 14 … */
export const BASE_GEAR_STEP = 5;
const ARMOR_LEVEL_OFFSET = 2;

/**
 * What the hold lends everybody of a level, so that nobody fights with bare hands: what a bought weapon or armor counts
 * for is what it is better by. Level 1 has 0 of either.
 */
export function baseGear(level: number): { weapon: number; armor: number } {
  return {
    weapon: Math.floor((level - 1) / BASE_GEAR_STEP),
    armor: Math.floor((level - 1 + ARMOR_LEVEL_OFFSET) / BASE_GEAR_STEP),
  };
}
