import { formatNumber } from '../format-number.ts';

type Gain = { what: 'health' | 'energy'; amount: number; now: number; most: number };

const GAINS: Readonly<Record<Gain['what'], (gain: Gain) => string>> = {
  health: ({ amount, now, most }) => `+${amount} health, now ${now} of ${most}`,
  energy: ({ amount, now, most }) => `+${amount} energy, now ${now} of ${most}`,
};

/** Texts of a player's inventory. */
export const INVENTORY_TEXTS = {
  title: 'Inventory',
  of: (name: string) => `${name}’s inventory`,
  loading: 'Loading…',
  failed: 'Failed to load inventory',
  notFound: 'Player not found.',
  empty: 'You don’t have any items.',
  othersEmpty: (name: string) => `${name} doesn’t have any items.`,
  emptyHint: 'Win fights to earn coins, then buy items for the next fight.',
  findOpponent: 'Find an opponent',
  unknown: 'Unknown Item',
  /** Return the capitalized type plus 's'. The specification requires the 's' even for 'armor': 'Armors'. */
  group: (type: string) => `${type.charAt(0).toUpperCase()}${type.slice(1)}s`,
  quantity: (quantity: number) => `x${formatNumber(quantity)}`,
  heals: (amount: number) => `Heals ${formatNumber(amount)} HP`,
  deals: (amount: number) => `Deals ${formatNumber(amount)} Damage`,
  guards: (amount: number) => `Adds ${formatNumber(amount)} Defense`,
  equipped: 'Equipped',
  spare: 'Not used: you own a better one',
  outgrown: 'No better than your basic gear',
  store: 'Game Store',
  rarities: { common: 'Common', uncommon: 'Uncommon', rare: 'Rare', epic: 'Epic' },
  use: 'Use',
  nameOfUse: (name: string) => `Use ${name}`,
  /** Return the effect of an item and the resulting values: 'Embermint Draught: +21 health, now 42 of 100.' */
  used: (name: string, gains: readonly Gain[]) =>
    `${name}: ${gains.map((gain) => GAINS[gain.what](gain)).join('; ')}.`,
  useFailed: 'Failed to use item.',
} as const;
