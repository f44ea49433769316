/** Win rates and lengths of fights promised to players; the simulation verifies them. Rates are in percent. */
export const ODDS = {
  /** Nine in ten fights between players of the same level have this many exchanges. */
  exchanges: { min: 4, max: 12 },
  oneAbove: { min: 54, max: 62 },
  twoAbove: { min: 60, max: 75 },
  /** At least this many. */
  fiveAbove: 85,
  /** Advantage in percentage points from bought items, against a player of the same level without any. */
  bought: { min: 5, max: 15 },
} as const;
