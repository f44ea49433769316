import { NEW_ACCOUNT_LIMITS } from '../limits.ts';

const { conversations, friendRequests, posts, fights } = NEW_ACCOUNT_LIMITS.perDay;
const END = 'Confirm your email, and the limit ends when your account is no longer new.';

/** Errors of actions beyond the daily limits of new accounts. */
export const NEW_ACCOUNT_ERRORS = {
  conversations: `New accounts can start ${conversations} conversations a day. ${END}`,
  friendRequests: `New accounts can send ${friendRequests} friend requests a day. ${END}`,
  posts: `New accounts can write ${posts} posts and comments a day. ${END}`,
  fights: `New accounts can start ${fights} fights a day. ${END}`,
} as const;
