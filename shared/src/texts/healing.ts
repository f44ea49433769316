import { formatNumber } from '../format-number.ts';

/** Texts of healing between fights. */
export const HEALING_TEXTS = {
  action: (energy: number) => `Heal (${formatNumber(energy)} energy)`,
  failed: 'Healing failed.',
} as const;
