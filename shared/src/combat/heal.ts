/** Share of full health that a heal by hand gives back, in a fight and outside. */
export const HEAL_SHARE = 0.15;

/** Points of health of one heal by hand, at least 1; the caller stops at full health. */
export function manualHealAmount(maxHealth: number): number {
  return Math.max(1, Math.round(maxHealth * HEAL_SHARE));
}
