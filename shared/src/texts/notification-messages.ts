import type { AppealOutcome, RemovableKind } from '../contract/decisions.ts';
import type { ReportKind } from '../contract/reports.ts';
import { utcTime } from '../dates.ts';
import { COIN_TEXTS } from './coins.ts';

const { amount } = COIN_TEXTS;

type Message = { title: string; text: string };

const MENTIONS = {
  post: (name: string) => `${name} mentioned you in a post.`,
  comment: (name: string) => `${name} mentioned you in a comment.`,
  'forum post': (name: string) => `${name} mentioned you in a forum post.`,
  lobby: (name: string) => `${name} mentioned you in the Lobby.`,
};

const DISPUTES = {
  inquiry: (payment: number) => `The player’s bank is asking about payment ${payment}.`,
  open: (payment: number) => `Payment ${payment} is disputed.`,
  won: (payment: number) => `The site won the dispute about payment ${payment}.`,
  lost: (payment: number) => `The site lost the dispute about payment ${payment}.`,
};

const ANSWERED_TEXTS: Readonly<Record<AppealOutcome, string>> = {
  upheld: 'The decision stays in place.',
  changed: 'The decision was changed.',
  lifted: 'The decision was overturned.',
};

const REMOVED: Readonly<Record<RemovableKind | ReportKind, string>> = {
  post: 'Your post was removed.',
  comment: 'Your comment was removed.',
  profileComment: 'Your profile comment was removed.',
  photo: 'Your photo was removed.',
  clip: 'Your clip was removed.',
  chatMessage: 'Your lobby message was removed.',
  message: 'Your message was removed.',
  thread: 'Your forum thread was removed.',
  forumPost: 'Your forum post was removed.',
  avatar: 'Your avatar was removed.',
  profile: 'Your avatar and status were removed.',
  fight: 'Your fight was removed.',
};

const HIDDEN: Readonly<Record<ReportKind, Message>> = {
  post: {
    title: 'Your post is hidden',
    text: 'Players reported your post. Only you and staff can see it until it has been reviewed.',
  },
  comment: {
    title: 'Your comment is hidden',
    text: 'Players reported your comment. Only you and staff can see it until it has been reviewed.',
  },
  profileComment: {
    title: 'Your profile comment is hidden',
    text: 'Players reported your profile comment. Only you and staff can see it until it has been reviewed.',
  },
  clip: {
    title: 'Your clip is hidden',
    text: 'Players reported your clip. Only you and staff can see it until it has been reviewed.',
  },
  photo: {
    title: 'Your photo is hidden',
    text: 'Players reported your photo. Only you and staff can see it until it has been reviewed.',
  },
  message: {
    title: 'Your message is hidden',
    text: 'Players reported your message. Only you and staff can see it until it has been reviewed.',
  },
  profile: {
    title: 'Your profile is hidden',
    text: 'Players reported your profile. Only you and staff can see it until it has been reviewed.',
  },
  forumPost: {
    title: 'Your forum post is hidden',
    text: 'Players reported your forum post. Only you and staff can see it until it has been reviewed.',
  },
  chatMessage: {
    title: 'Your lobby message is hidden',
    text: 'Players reported your lobby message. Only you and staff can see it until it has been reviewed.',
  },
  fight: {
    title: 'Your fight is hidden',
    text: 'Players reported your fight. Only you and staff can see it until it has been reviewed.',
  },
};

const SHOWN: Readonly<Record<ReportKind, Message>> = {
  post: {
    title: 'Your post is visible again',
    text: 'Staff reviewed your post and didn’t remove it.',
  },
  comment: {
    title: 'Your comment is visible again',
    text: 'Staff reviewed your comment and didn’t remove it.',
  },
  profileComment: {
    title: 'Your profile comment is visible again',
    text: 'Staff reviewed your profile comment and didn’t remove it.',
  },
  clip: {
    title: 'Your clip is visible again',
    text: 'Staff reviewed your clip and didn’t remove it.',
  },
  photo: {
    title: 'Your photo is visible again',
    text: 'Staff reviewed your photo and didn’t remove it.',
  },
  message: {
    title: 'Your message is visible again',
    text: 'Staff reviewed your message and didn’t remove it.',
  },
  profile: {
    title: 'Your profile is visible again',
    text: 'Staff reviewed your profile and didn’t remove it.',
  },
  forumPost: {
    title: 'Your forum post is visible again',
    text: 'Staff reviewed your forum post and didn’t remove it.',
  },
  chatMessage: {
    title: 'Your lobby message is visible again',
    text: 'Staff reviewed your lobby message and didn’t remove it.',
  },
  fight: {
    title: 'Your fight is visible again',
    text: 'Staff reviewed your fight and didn’t remove it.',
  },
};

/**
 * Titles and texts of notifications. `name` is the player who caused the notification. For a finished fight, it is the
 * opponent; for a proposed suspension, it is the player to suspend.
 */
export const NOTIFICATION_MESSAGES = {
  friendRequest: (name: string) => ({
    title: 'Friend request',
    text: `${name} wants to be friends.`,
  }),
  friend: (name: string) => ({ title: 'New friend', text: `${name} accepted your friend request.` }),
  comment: (name: string) => ({ title: 'New comment', text: `${name} commented on your profile.` }),
  postLike: (name: string) => ({ title: 'New like', text: `${name} likes your post.` }),
  photoLike: (name: string) => ({ title: 'New like', text: `${name} likes your photo.` }),
  clipLike: (name: string) => ({ title: 'New like', text: `${name} likes your clip.` }),
  postComment: (name: string) => ({ title: 'New comment', text: `${name} commented on your post.` }),
  mention: (name: string, where: keyof typeof MENTIONS) => ({
    title: 'You were mentioned',
    text: MENTIONS[where](name),
  }),
  forumReply: (name: string, thread: string) => ({
    title: 'New reply',
    text: `${name} replied to your thread “${thread}”.`,
  }),
  forumLike: (name: string) => ({ title: 'New like', text: `${name} likes your forum post.` }),
  message: (name: string) => ({ title: 'New message', text: `${name} sent you a message.` }),
  challenge: (name: string) => ({ title: 'Challenge', text: `${name} challenges you to a fight.` }),
  fightOver: (name: string, won: boolean) =>
    won
      ? { title: 'Fight won', text: `You won a fight against ${name}.` }
      : { title: 'Fight lost', text: `You lost a fight against ${name}.` },
  titleEarned: (title: string) => ({ title: 'New title', text: `You earned the title “${title}”.` }),
  role: (role: 'player' | 'moderator') => ({
    title: 'Your role',
    text: role === 'moderator' ? 'You’re a moderator now.' : 'You’re no longer a moderator.',
  }),
  muted: (until: Date, reason: string | null) => ({
    title: 'You are muted',
    text: reason
      ? `You can’t post publicly until ${utcTime(until)}. Reason: ${reason}`
      : `You can’t post publicly until ${utcTime(until)}.`,
  }),
  warned: (reason: string) => ({ title: 'Warning from staff', text: reason }),
  contentRemoved: (kind: RemovableKind | ReportKind, reason: string | null) => ({
    title: 'Removed by staff',
    text: reason ? `${REMOVED[kind]} Reason: ${reason}` : REMOVED[kind],
  }),
  contentHidden: (kind: ReportKind) => HIDDEN[kind],
  contentShown: (kind: ReportKind) => SHOWN[kind],
  appealAnswered: (outcome: AppealOutcome, answer: string) => ({
    title: 'Your appeal was answered',
    text: `${ANSWERED_TEXTS[outcome]} ${answer}`,
  }),
  /** `what` is the name of the action in the audit log. */
  higherRankRemoval: (actor: string, owner: string, what: string) => ({
    title: 'Content of higher-ranking staff was removed',
    text: `${actor}: ${what} (content of ${owner}). You can restore it in the audit log.`,
  }),
  suspensionProposed: (moderator: string, name: string) => ({
    title: 'Permanent suspension proposed',
    text: `${moderator} proposes to suspend ${name} permanently.`,
  }),
  suspensionDecided: (name: string, accepted: boolean) => ({
    title: 'Your proposal was reviewed',
    text: accepted
      ? `An admin suspended ${name} permanently.`
      : `An admin decided not to suspend ${name} permanently.`,
  }),
  reportOutcome: (acted: boolean) => ({
    title: 'Your report was reviewed',
    text: acted
      ? 'Thank you. Staff reviewed your report and took action.'
      : 'Thank you. Staff reviewed your report and decided not to take action.',
  }),
  exportReady: { title: 'Your data', text: 'The copy of your data is ready to download.' },
  purchase: (coins: number) => ({
    title: 'Coins arrived',
    text: `Your payment went through. Added to your balance: ${amount(coins)}.`,
  }),
  paymentReturned: (taken: number, owed: number) => ({
    title: 'Payment refunded or disputed',
    text:
      owed > 0
        ? `One of your payments was refunded or disputed. Removed from your balance: ${amount(taken)}. You still owe ${amount(owed)}.`
        : `One of your payments was refunded or disputed. Removed from your balance: ${amount(taken)}.`,
  }),
  paymentKept: (coins: number) => ({
    title: 'Coins returned',
    text: `One of your payments is valid again. Returned to your balance: ${amount(coins)}.`,
  }),
  staffReturn: (payment: number, taken: number, owed: number) => ({
    title: 'Payment refunded or disputed',
    text: `Payment ${payment} was refunded or disputed. Taken from the player: ${amount(taken)}. Still owed: ${amount(owed)}.`,
  }),
  staffDispute: (payment: number, state: keyof typeof DISPUTES) => ({
    title: 'Payment dispute',
    text: DISPUTES[state](payment),
  }),
} as const;
