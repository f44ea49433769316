type Gain = { what: 'health' | 'energy'; amount: number; now: number; most: number };

/** Texts of what a player carries. */
export const INVENTORY_TEXTS = {
  title: 'Inventory',
  of: (name: string) => `What ${name} carries`,
  loading: 'Loading…',
  failed: 'Failed to load inventory',
  notFound: 'There is no such player.',
  empty: 'You don’t have any items.',
  othersEmpty: (name: string) => `${name} doesn’t have any items.`,
  emptyHint: 'Every victory pays coins, and coins buy what helps in the next fight.',
  findOpponent: 'Find an opponent',
  unknown: 'Unknown Item',
  /** Titles of groups are the capitalised type and an 's', whatever the grammar says. */
  group: (type: string) => `${type.charAt(0).toUpperCase()}${type.slice(1)}s`,
  quantity: (quantity: number) => `x${quantity}`,
  heals: (amount: number) => `Heals ${amount} HP`,
  deals: (amount: number) => `Deals ${amount} Damage`,
  guards: (amount: number) => `Adds ${amount} Defense`,
  equipped: 'Equipped',
  spare: 'Only the best one counts',
  outgrown: 'Plain steel is as good by now',
  store: 'Game Store',
  rarities: { common: 'Common', uncommon: 'Uncommon', rare: 'Rare', epic: 'Epic' },
  use: 'Use',
  nameOfUse: (name: string) => `Use ${name}`,
  /** What a thing did, e.g. 'Embermint Draught: +21 health, 42 of 100.'; the numbers are after it. */
  used: (name: string, gains: readonly Gain[]) =>
    `${name}: ${gains.map(({ amount, what, now, most }) => `+${amount} ${what}, ${now} of ${most}`).join('; ')}.`,
  useFailed: 'Failed to use item.',
} as const;
