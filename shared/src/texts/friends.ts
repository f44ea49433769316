import { formatCount } from '../format-number.ts';

/** Texts of the relationship between two players. */
export const FRIEND_TEXTS = {
  chip: {
    self: 'You',
    friend: 'Friends ✓',
    incoming: 'Respond',
    outgoing: 'Requested…',
    none: 'Add Friend',
  },
  accept: 'Accept',
  decline: 'Decline',
  removeQuestion: (name: string) => `Remove ${name} from your friends?`,
  remove: 'Remove',
  cancel: 'Cancel',
  done: {
    ask: 'Friend request sent.',
    cancel: 'Friend request cancelled.',
    remove: 'Removed from your friends.',
    accept: 'Friend request accepted.',
    decline: 'Friend request declined.',
  },
  full: 'You have the maximum number of friends. Remove a friend first.',
  theirsFull: 'This player has the maximum number of friends.',
  requestsFull: 'You’ve sent the maximum number of friend requests. Cancel a request first.',
  failed: 'That didn’t work. Try again.',
  retry: 'Try again',
} as const;

/** Texts of /friends and of the friend lists on other pages. */
export const FRIENDS_PAGE_TEXTS = {
  title: 'Friends',
  viewFriends: 'View Friends',
  findPlayers: 'Find Players',
  friends: 'Your friends',
  online: 'Online',
  offline: 'Offline',
  shown: (count: number) => `${formatCount(count, 'friend')} found`,
  search: 'Search your friends',
  loading: 'Loading your friends…',
  failed: 'Failed to load your friends.',
  empty: 'No friends yet',
  emptyText: 'Find players to fight or chat with, and add them as friends.',
  noMatch: 'No friends match your search.',
  clear: 'Clear search',
  showMore: 'Show more',
  incoming: 'Friend requests',
  incomingFailed: 'Failed to load your friend requests.',
  incomingEmpty: 'No friend requests. Requests from other players appear here.',
  acceptFrom: (name: string) => `Accept ${name}`,
  declineFrom: (name: string) => `Decline ${name}`,
  outgoing: 'Sent requests',
  outgoingHint: 'Choose “Requested…” to cancel a request.',
  outgoingFailed: 'Failed to load your sent requests.',
  outgoingEmpty: 'No pending requests.',
  friendsOnline: 'Friends online',
  friendsOnlineEmpty: 'None of your friends are online.',
  friendsOnlineNone: 'Add friends to see when they’re online.',
  allFriends: 'All friends',
} as const;

/** Messages in the server's responses about friends. */
export const FRIEND_MESSAGES = {
  accepted: 'You’re now friends.',
  declined: 'Declined.',
  cancelled: 'Request cancelled.',
  ended: 'You’re no longer friends.',
} as const;

/** Server errors about friend requests. */
export const FRIEND_ERRORS = {
  self: 'You can’t add yourself as a friend.',
  alreadyFriends: 'You’re already friends.',
  alreadySent: 'You already sent a friend request.',
} as const;
