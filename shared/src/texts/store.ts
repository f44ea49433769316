import { formatCount, formatNumber } from '../format-number.ts';
import { INVENTORY_TEXTS } from './inventory.ts';

const CATEGORY_LABELS: Partial<Record<string, string>> = {
  potion: 'Potions',
  weapon: 'Weapons',
  armor: 'Armor',
  utility: 'Utilities',
};

type GearType = 'weapon' | 'armor';

/** The text of a bonus for each type of gear: '+5 attack'. */
const BONUSES: Readonly<Record<GearType, (points: string) => string>> = {
  weapon: (points) => `${points} attack`,
  armor: (points) => `${points} defense`,
};

const COMPARED: Readonly<Record<GearType, (bonus: string, than: string | null) => string>> = {
  weapon: (bonus, than) => {
    if (than) return `${bonus} compared with your ${than}`;
    return than === null ? `${bonus} compared with your basic weapon` : `${bonus} compared with no weapon`;
  },
  armor: (bonus, than) => {
    if (than) return `${bonus} compared with your ${than}`;
    return than === null ? `${bonus} compared with your basic armor` : `${bonus} compared with no armor`;
  },
};

const NO_BETTER: Readonly<Record<GearType, (than: string | null) => string>> = {
  weapon: (than) => {
    if (than) return `No better than your ${than}`;
    return than === null ? 'No better than your basic weapon' : 'Adds no attack';
  },
  armor: (than) => {
    if (than) return `No better than your ${than}`;
    return than === null ? 'No better than your basic armor' : 'Adds no defense';
  },
};

/** Texts of the store, starting with the server's replies and errors. */
export const STORE_TEXTS = {
  notEnough: 'Not enough coins.',
  bought: (quantity: number, name: string) => `Bought ${formatNumber(quantity)} × ${name}.`,
  sold: (name: string, coins: number) => `Sold ${name} for ${formatCount(coins, 'coin')}.`,
  needsLevel: (level: number) => `You need level ${level} for this.`,
  owned: 'You already own this.',
  oneOnly: 'You can only have one of these.',
  full: (most: number) => `You can have at most ${formatNumber(most)} of these.`,
  worthless: 'This can’t be sold.',

  text: 'Buy gear that you keep and items that you use up. In fights, you can win all the coins you need.',
  history: 'Coin history',
  buyCoins: 'Buy Coins',
  inventory: 'Inventory',
  loading: 'Loading the Store…',
  failed: 'Failed to load the Store.',
  groups: 'Categories',
  section: (type: string) => CATEGORY_LABELS[type] ?? INVENTORY_TEXTS.group(type),
  itemCount: (count: number) => formatCount(count, 'item'),
  filters: 'Show only',
  forLevel: 'For my level',
  affordable: 'Items I can afford',
  nothing: 'No items match.',
  nothingText: 'Win fights to earn coins and levels, or show all items.',
  showAll: 'Show all items',
  shown: (count: number, all: number) => `Showing ${formatNumber(count)} of ${formatCount(all, 'item')}.`,
  have: (quantity: number) => `You have ${formatNumber(quantity)}`,
  later: (count: number, level: number, hasOthers: boolean) =>
    hasOthers
      ? `${formatCount(count, 'more item')} from level ${level}`
      : `${formatCount(count, 'item')} from level ${level}`,
  fromLevel: (level: number) => `From level ${level}`,
  short: (coins: string) => `${coins} short`,
  worn: 'Equipped',
  lesser: (count: number) => `${formatCount(count, 'item')} no better than your gear`,
  /**
   * Return how much better an item is than the gear that the player wears: '+5 attack compared with no weapon'.
   * @param than the name of the gear that the player wears; null for the basic gear, '' if the player wears nothing
   * @param level the item's required level if it is above the player's level, otherwise null
   */
  gains: (type: GearType, amount: number, than: string | null, level: number | null) => {
    const comparison = COMPARED[type](BONUSES[type](`+${amount}`), than);
    return level === null ? comparison : `At level ${level}: ${comparison}`;
  },
  losses: (type: GearType, amount: number, than: string | null) =>
    amount === 0 ? NO_BETTER[type](than) : COMPARED[type](BONUSES[type](`−${amount}`), than),
  buy: 'Buy',
  buySeveral: (quantity: number, total: number) => `Buy ${formatNumber(quantity)} for ${formatNumber(total)}`,
  nameOfBuy: (name: string, quantity: number, coins: string) =>
    quantity === 1 ? `Buy ${name} for ${coins}` : `Buy ${formatNumber(quantity)} × ${name} for ${coins}`,
  quantity: (name: string) => `Quantity of ${name}`,
  less: 'One fewer',
  more: 'One more',
  buyFailed: 'Purchase failed. Please try again.',
  confirmTitle: (name: string) => `Buy ${name}?`,
  confirmText: (price: string, left: string) => `It costs ${price}. You’ll have ${left} left.`,
  confirm: (price: string) => `Buy for ${price}`,
  notEnoughTitle: 'Not enough coins',
  notEnoughText: (missing: number, name: string) =>
    `You need ${formatCount(missing, 'more coin')} to buy ${name}. Win fights to earn coins, or buy a coin pack.`,
  fight: 'Find an opponent',
  sell: 'Sell',
  nameOfSell: (name: string) => `Sell ${name}`,
  sellTitle: (name: string) => `Sell ${name}?`,
  sellText: (price: string) => `The Store pays ${price}, a third of the price.`,
  confirmSell: (price: string) => `Sell for ${price}`,
  keep: 'Keep it',
  sellFailed: 'Sale failed. Please try again.',
} as const;
