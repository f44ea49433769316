import { COIN_TEXTS } from './coins.ts';
import { utcTime } from './moderation.ts';

const { amount } = COIN_TEXTS;

/** What players are told in notifications; a name stands for who did it. */
export const NOTIFICATION_MESSAGES = {
  friendRequest: (name: string) => ({
    title: 'Friend request',
    text: `${name} would like to be your friend.`,
  }),
  friend: (name: string) => ({ title: 'New friend', text: `${name} accepted your friend request.` }),
  comment: (name: string) => ({ title: 'New comment', text: `${name} wrote on your profile.` }),
  postLike: (name: string) => ({ title: 'New like', text: `${name} likes your post.` }),
  photoLike: (name: string) => ({ title: 'New like', text: `${name} likes your photo.` }),
  clipLike: (name: string) => ({ title: 'New like', text: `${name} likes your clip.` }),
  clipRemoved: { title: 'Clip removed', text: 'One of your clips was removed by the staff.' },
  postComment: (name: string) => ({ title: 'New comment', text: `${name} commented on your post.` }),
  mention: (name: string, where: 'post' | 'comment' | 'forum post' | 'lobby') => ({
    title: 'You were mentioned',
    text: `${name} mentioned you in ${where === 'lobby' ? 'the lobby' : `a ${where}`}.`,
  }),
  forumReply: (name: string, thread: string) => ({
    title: 'New reply',
    text: `${name} replied to your thread “${thread}”.`,
  }),
  forumLike: (name: string) => ({ title: 'New like', text: `${name} likes your forum post.` }),
  message: (name: string) => ({ title: 'New message', text: `${name} sent you a message.` }),
  challenge: (name: string) => ({ title: 'Challenge', text: `${name} challenges you to a fight.` }),
  fightOver: (name: string, won: boolean) => ({
    title: won ? 'Fight won' : 'Fight lost',
    text: won ? `${name} lost a fight against you.` : `${name} won a fight against you.`,
  }),
  role: (role: 'player' | 'moderator') => ({
    title: 'Your role',
    text:
      role === 'moderator' ? 'You are a moderator now.' : 'You are a player again, no longer a moderator.',
  }),
  muted: (until: Date, reason: string | null) => ({
    title: 'You are muted',
    text: `You cannot write where others read it until ${utcTime(until)}.${reason ? ` Reason: ${reason}` : ''}`,
  }),
  warned: (reason: string) => ({ title: 'A warning from the staff', text: reason }),
  /** @param what of the player's it was, as reports name it */
  thingRemoved: (what: string, reason: string | null) => ({
    title: 'Removed by the staff',
    text: `Your ${what} was removed.${reason ? ` Reason: ${reason}` : ''}`,
  }),
  reportOutcome: (acted: boolean) => ({
    title: 'Your report was looked at',
    text: acted
      ? 'Thank you. The staff looked at what you reported, and action was taken.'
      : 'Thank you. The staff looked at what you reported, and saw no need to act.',
  }),
  exportReady: { title: 'Your data', text: 'The copy of your data is ready to download.' },
  purchase: (coins: number) => ({
    title: 'Coins arrived',
    text: `Your payment of ${amount(coins)} is credited.`,
  }),
  paymentReturned: (taken: number, owed: number) => ({
    title: 'Payment returned',
    text: `A payment of yours was returned. Taken back: ${amount(taken)}${owed > 0 ? `. Still owed: ${amount(owed)}` : ''}.`,
  }),
  paymentKept: (coins: number) => ({
    title: 'Coins given back',
    text: `A payment of yours stands after all. Given back: ${amount(coins)}.`,
  }),
  staffReturn: (payment: number, taken: number, owed: number) => ({
    title: 'Payment returned',
    text: `Payment ${payment} was returned: ${amount(taken)} taken back, ${owed} owed.`,
  }),
  staffDispute: (payment: number, state: 'inquiry' | 'open' | 'won' | 'lost') => ({
    title: 'Payment disputed',
    text: `Payment ${payment}: ${{ inquiry: 'the bank asks about it', open: 'disputed', won: 'dispute won', lost: 'dispute lost' }[state]}.`,
  }),
} as const;
