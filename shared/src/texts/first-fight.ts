/** Texts of the card that invites to a first fight, loaded for who sees it alone. */
export const FIRST_FIGHT_TEXTS = {
  title: 'Your first fight',
  text: 'Pick somebody near your level, strike, and heal when it hurts. You cannot lose coins, and every win makes you stronger.',
  action: 'Find an opponent',
} as const;
