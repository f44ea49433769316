/** Texts of the fight screen and its answers. */
export const COMBAT_TEXTS = {
  tooWeak: "You're too weak to fight!",
  attackFailed: 'Attack failed.',
  healFailed: 'Healing failed.',
  itemFailed: 'Failed to use item.',
  alreadyDefeated: (name: string) => `${name} is already defeated.`,
  youWereDefeated: 'You were defeated.',
  coins: (amount: number) => `Coins: +${amount}`,
} as const;
