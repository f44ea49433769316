/** Share of full health restored by a manual heal, in a fight and outside. */
export const HEAL_SHARE = 0.15;

/** Return the health points of a manual heal, at least 1; the caller caps them at full health. */
export function manualHealAmount(maxHealth: number): number {
  return Math.max(1, Math.round(maxHealth * HEAL_SHARE));
}
