/** Win rates promised to players, in percent; the simulation verifies them. */
export const ODDS = {
  oneAbove: { min: 54, max: 62 },
  twoAbove: { min: 60, max: 75 },
  /** At least this many. */
  fiveAbove: 85,
  /** Advantage in percentage points from bought items, against an equal without any. */
  bought: { min: 5, max: 15 },
} as const;
