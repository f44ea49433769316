import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { Decision } from '@rivalhold/shared/contract/decisions.ts';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import type { InventoryEntry, Stats } from '@rivalhold/shared/contract/game.ts';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import type { Photo, PlayerRef, Profile } from '@rivalhold/shared/contract/profiles.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';

/** The signed-in player of component tests. */
export const ME: SessionUser = {
  id: 1,
  username: 'Astrid',
  email: 'astrid@example.com',
  firstName: 'Astrid',
  lastName: 'Berg',
  role: 'player',
  isAdmin: false,
  avatarUrl: null,
  statusMessage: '',
  emailVerified: true,
  pendingEmail: null,
  mutedUntil: null,
  muteReason: null,
};
export const MODERATOR: SessionUser = { ...ME, role: 'moderator' };
export const ADMIN: SessionUser = { ...ME, role: 'admin', isAdmin: true };

/** Return a server time that is the given number of minutes ago. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Another player, as named in posts, lists and comments. */
export const RIVAL: PlayerRef = { id: 2, username: 'Bjorn', avatarUrl: null, level: 3 };
/** The signed-in player as other players see them. */
export const MYSELF: PlayerRef = { id: ME.id, username: ME.username, avatarUrl: null, level: 4 };

/** Return a decision of staff about the player. */
export const makeDecision = (fields: Partial<Decision> = {}): Decision => ({
  id: 7,
  kind: 'mute',
  scope: 'publishing',
  rule: 'spam',
  reason: 'Advertising',
  excerpt: null,
  createdAt: minutesAgo(60),
  endsAt: minutesAgo(-60),
  endedAt: null,
  appealUntil: minutesAgo(-100_000),
  appeal: null,
  ...fields,
});

/** An open appeal. */
export const OPEN_APPEAL: NonNullable<Decision['appeal']> = {
  text: 'It was a quote.',
  createdAt: minutesAgo(30),
  outcome: null,
  answer: null,
  answeredAt: null,
  bySoleAdmin: false,
  restored: null,
};

export const PHOTO: Photo = {
  id: 7,
  imageUrl: '/media/photo.jpg',
  thumbUrl: '/media/thumb.jpg',
  width: 800,
  height: 600,
  caption: 'The forge',
  likes: 0,
  likedByCurrentUser: false,
};
/** Return a post of the feed. */
export const makePost = (fields: Partial<Post> = {}): Post => ({
  id: 40,
  text: 'Hello from the forge',
  links: true,
  imageUrl: null,
  imageWidth: null,
  imageHeight: null,
  gifUrl: null,
  youtubeId: null,
  author: RIVAL,
  likes: 0,
  liked: false,
  commentsCount: 0,
  comments: [],
  createdAt: minutesAgo(5),
  ...fields,
});

/** The stats of a character. */
export const STATS: Stats = {
  health: 60,
  attack: 12,
  defense: 8,
  energy: 50,
  coins: 100,
  level: 4,
  experience: 350,
  maxHealth: 100,
  wins: 3,
  losses: 1,
};
/** Return a profile of a player. */
export const makeProfile = (player: PlayerRef, fields: Partial<Profile> = {}): Profile => ({
  ...STATS,
  ...player,
  coins: player.id === ME.id ? STATS.coins : null,
  statusMessage: '',
  age: null,
  sex: null,
  relationshipStatus: null,
  ...mapProfileTextFields(() => null),
  createdAt: minutesAgo(100_000),
  ...fields,
});
/** A potion of the store. */
export const POTION: StoreItem = {
  id: 1,
  name: 'Small potion',
  type: 'potion',
  price: 10,
  healAmount: 20,
  damage: 0,
  defense: 0,
  effect: '',
  icon: 'potion-ball',
  rarity: 'common',
  minLevel: 1,
  usable: true,
};
/** Return an inventory entry for an item. */
export const inventoryEntry = (item: StoreItem, quantity = 1): InventoryEntry => ({
  id: item.id + 100,
  itemId: item.id,
  name: item.name,
  type: item.type,
  quantity,
  healAmount: item.healAmount,
  damage: item.damage,
  defense: item.defense,
  effect: item.effect,
  price: item.price,
  usable: item.usable,
});
