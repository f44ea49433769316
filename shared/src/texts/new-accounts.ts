import { NEW_ACCOUNT_LIMITS } from '../account-limits.ts';

const { conversations, friendRequests, posts, fights } = NEW_ACCOUNT_LIMITS.perDay;
const END = 'In Settings, “Account standing” shows when this limit ends.';

/** Errors when a new account exceeds a daily limit. */
export const NEW_ACCOUNT_ERRORS = {
  conversations: `New accounts can start ${conversations} conversations a day. ${END}`,
  friendRequests: `New accounts can send ${friendRequests} friend requests a day. ${END}`,
  posts: `New accounts can write ${posts} posts and comments a day. ${END}`,
  fights: `New accounts can start ${fights} fights a day. ${END}`,
} as const;
