/** What players are promised of the rules, in wins of 100 fights; the simulations of the test run hold them. */
export const ODDS = {
  twoAbove: { min: 60, max: 75 },
  /** At least so many. */
  fiveAbove: 85,
  /** Most that all bought things win more, against an equal with none. */
  bought: 15,
} as const;
