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
  best: 'Best one counts',
  rarities: { common: 'Common', uncommon: 'Uncommon', rare: 'Rare', epic: 'Epic' },
  use: 'Use',
  nameOfUse: (name: string) => `Use ${name}`,
  useFailed: 'Failed to use item.',
} as const;
