/** Texts of the card that suggests a first fight. They are in a separate file, because only new players load them. */
export const FIRST_FIGHT_TEXTS = {
  title: 'Your first fight',
  text: 'Pick a player near your level, attack, and heal when you’re hurt. You can’t lose coins, and every win makes you stronger.',
  action: 'Find an opponent',
} as const;
