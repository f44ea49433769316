import { INVENTORY_TEXTS } from './inventory.ts';

const CATEGORY_LABELS: Partial<Record<string, string>> = {
  potion: 'Potions',
  weapon: 'Weapons',
  armor: 'Armor',
  utility: 'Utilities',
};

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

  text: 'Steel to keep, remedies and mischief to use up. Every coin it takes can be won in the ring.',
  history: 'Coin history',
  buyCoins: 'Buy Coins',
  backpack: 'Inventory',
  loading: 'Loading the store…',
  failed: 'The store could not be loaded.',
  groups: 'Stalls',
  section: (type: string) => CATEGORY_LABELS[type] ?? INVENTORY_TEXTS.group(type),
  itemCount: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  filters: 'Show only',
  forLevel: 'For my level',
  affordable: 'What I can afford',
  nothing: 'Nothing here is for you yet.',
  nothingText: 'Win a few fights for coins and levels, or look at everything there is.',
  showAll: 'Show everything',
  shown: (count: number, all: number) => `Showing ${count} of ${all} items.`,
  have: (quantity: number) => `You have ${quantity}`,
  later: (count: number, level: number, hasOthers: boolean) =>
    `${count} ${hasOthers ? 'more ' : ''}from level ${level}`,
  fromLevel: (level: number) => `From level ${level}`,
  short: (coins: string) => `${coins} short`,
  /** @param level from which it can be bought, where that is above one's own */
  gains: (amount: number, what: 'attack' | 'defense', level: number | null) =>
    `+${amount} ${what} over what you fight with${level === null ? '' : ` at level ${level}`}`,
  noGain: 'Not better than what you fight with',
  buy: 'Buy',
  buySeveral: (quantity: number, total: number) => `Buy ${quantity} for ${total}`,
  nameOfBuy: (name: string, quantity: number, coins: string) =>
    quantity === 1 ? `Buy ${name} for ${coins}` : `Buy ${quantity} × ${name} for ${coins}`,
  quantity: (name: string) => `How many: ${name}`,
  less: 'One less',
  more: 'One more',
  buyFailed: 'That could not be bought.',
  confirmTitle: (name: string) => `Buy ${name}?`,
  confirmText: (price: string, left: string) => `It costs ${price}. You will have ${left} left.`,
  confirm: (price: string) => `Buy for ${price}`,
  notEnoughText: (missing: string, name: string) =>
    `You are ${missing} short of ${name}. Every victory pays, or you buy a pack of coins by card.`,
  fight: 'Fight for them',
  sell: 'Sell',
  nameOfSell: (name: string) => `Sell ${name}`,
  sellTitle: (name: string) => `Sell ${name}?`,
  sellText: (price: string) => `The store pays ${price} for one, a third of its price.`,
  confirmSell: (price: string) => `Sell for ${price}`,
  keep: 'Keep it',
  sellFailed: 'That could not be sold.',
} as const;
