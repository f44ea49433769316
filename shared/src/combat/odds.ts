/** Win rates promised to players, in percent; the simulation tests verify them. */
export const ODDS = {
  twoAbove: { min: 60, max: 75 },
  /** At least this many. */
  fiveAbove: 85,
  /** Maximum advantage in percentage points from bought items, against an equal without any. */
  bought: 15,
} as const;
