/** Texts of the store: what the server answers stands first. */
export const STORE_TEXTS = {
  notEnough: 'Not enough coins.',
  bought: (quantity: number, name: string) => `Bought ${quantity} × ${name}.`,
  sold: (name: string, coins: number) => `Sold ${name} for ${coins === 1 ? '1 coin' : `${coins} coins`}.`,
  needsLevel: (level: number) => `You need level ${level} for this.`,
  owned: 'You already own this.',
  oneOnly: 'One of these is all you can carry.',
  full: (most: number) => `You can carry ${most} of these at most.`,
  worthless: 'Nobody pays coins for this.',
} as const;
