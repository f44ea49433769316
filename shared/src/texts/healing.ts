/** Texts of healing between fights. */
export const HEALING_TEXTS = {
  action: (energy: number) => `Heal (${energy} energy)`,
  failed: 'Healing failed.',
} as const;
