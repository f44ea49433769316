/** Win rates (in percent) and lengths of fights that the site promises to players. The simulation verifies them. */
export const ODDS = {
  /** Nine in ten fights between players of the same level take a number of exchanges in this range. */
  exchanges: { min: 4, max: 12 },
  oneAbove: { min: 54, max: 62 },
  twoAbove: { min: 60, max: 75 },
  /** A minimum. The site promises no maximum for this win rate. */
  fiveAbove: 85,
  /**
   * Increase of the win rate through bought items, in percentage points, against a player of the same level without
   * items.
   */
  bought: { min: 5, max: 15 },
} as const;
