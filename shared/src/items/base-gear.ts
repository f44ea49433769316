/**
 * Number of levels after which base gear gains a point: weapons at levels 6, 11, 16 …, armor at levels 4, 9,
 * 14 …
 */
export const BASE_GEAR_STEP = 5;
const ARMOR_LEVEL_OFFSET = 2;

/**
 * Return the points of a level's free base gear. At level 1, both weapon and armor have 0 points. Bought gear counts
 * instead if it has more points.
 */
export function baseGear(level: number): { weapon: number; armor: number } {
  return {
    weapon: Math.floor((level - 1) / BASE_GEAR_STEP),
    armor: Math.floor((level - 1 + ARMOR_LEVEL_OFFSET) / BASE_GEAR_STEP),
  };
}
