/** Base gear improves by a point at this interval of levels: weapons at 6, 11, 16 …, armor at 4, 9, 14 … */
export const BASE_GEAR_STEP = 5;
const ARMOR_LEVEL_OFFSET = 2;

/**
 * Return the free base gear of a level; bought gear counts by how much better it is. Level 1 has 0 of both.
 */
export function baseGear(level: number): { weapon: number; armor: number } {
  return {
    weapon: Math.floor((level - 1) / BASE_GEAR_STEP),
    armor: Math.floor((level - 1 + ARMOR_LEVEL_OFFSET) / BASE_GEAR_STEP),
  };
}
