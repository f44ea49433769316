import type { ChatRules } from '../contract/chat.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import { LIMITS } from '../limits.ts';

const { min: minSides, max: maxSides, default: defaultSides } = LIMITS.chat.die;

/** Return a sentence that says how long the player has to wait. */
export const retryAfterText = (seconds: number): string => `Wait ${formatCount(seconds, 'second')}.`;

/** Errors when sending or deleting lobby messages. */
export const CHAT_ERRORS = {
  empty: 'Write something first.',
  tooLong: `Use at most ${LIMITS.chat.message} characters`,
  flood: (seconds: number) => `You’re writing too fast. ${retryAfterText(seconds)}`,
  slow: (seconds: number) => `Slow mode is on. ${retryAfterText(seconds)}`,
  unsettled:
    'Only players with a confirmed email and an account older than a day can write in the Lobby right now.',
  messageNotFound: 'This message no longer exists.',
  bot: 'Messages from the bot can’t be deleted.',
} as const;

/** The commands, as listed by /help and the composer. */
export const CHAT_COMMANDS = [
  { name: '/help', usage: '/help', text: 'list the commands' },
  { name: '/flex', usage: '/flex', text: 'show your level, wins and losses' },
  { name: '/me', usage: '/me <action>', text: 'say what you’re doing' },
  {
    name: '/roll',
    usage: '/roll [sides]',
    text: `roll a die with ${minSides} to ${formatNumber(maxSides)} sides (default: ${defaultSides})`,
  },
] as const;

/** Texts of the bot. `rolled` and `flexes` follow the name of the player who used the command. */
export const BOT_TEXTS = {
  help: ['Commands:', ...CHAT_COMMANDS.map(({ usage, text }) => `${usage} – ${text}`)].join('\n'),
  usage: 'Usage: /me <action>',
  unknown: (name: string) => `Unknown command: /${name}. Type /help.`,
  rolled: (number: number, sides: number) => `rolled ${number} (1–${sides})`,
  flexes: (level: number, wins: number, losses: number, boast: string) =>
    `flexes: level ${level}, ${formatCount(wins, 'win')}, ${formatCount(losses, 'loss', 'losses')}. ${boast}`,
} as const;

/** The boasts at the end of a /flex message. */
export const FLEX_ENDINGS = [
  'Everyone knows that name.',
  'The anvil needs a break.',
  'Doors open on their own.',
  'Even the forge feels warmer.',
  'Put it on a banner!',
  'Challengers, form a line.',
] as const;

/** Return the lobby rules as text for the audit log. */
export const describeChatRules = ({ slowModeSeconds, settledOnly }: ChatRules): string =>
  [
    slowModeSeconds > 0 ? `Slow mode: ${slowModeSeconds} s.` : 'Slow mode: off.',
    settledOnly
      ? 'Can write: players with a confirmed email and an account older than a day.'
      : 'Can write: everyone.',
  ].join(' ');

const minutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** Texts of the lobby page. */
export const CHAT_TEXTS = {
  mutedNote: 'Why you can’t write here',
  title: 'Lobby',
  messages: 'Lobby messages',
  loading: 'Loading the Lobby…',
  failed: 'Failed to load the Lobby.',
  empty: 'No messages yet.',
  emptyText: 'Say hello, roll a die with /roll, or type /help.',
  bot: 'Bot',
  onlyYou: 'Only you can see this',
  mentioned: (name: string, words: string) => `${name} mentioned you: ${words}`,
  said: (name: string, words: string) => `${name}: ${words}`,
  did: (name: string, words: string) => `${name} ${words}`,
  newMessages: (count: number) => formatCount(count, 'new message'),
  toNewest: 'Go to newest message',

  write: 'Write a lobby message',
  placeholder: 'Write a message or /command',
  send: 'Send',
  commands: 'Commands',
  notSent: 'Not sent: you aren’t connected. Try again in a moment.',
  dismiss: 'Dismiss',

  slowMode: (seconds: number) =>
    seconds < 60
      ? `Slow mode: one message every ${formatCount(seconds, 'second')}.`
      : `Slow mode: one message every ${formatCount(minutes(seconds), 'minute')}.`,
  settledOnly: 'Right now, you need a confirmed email and an account older than a day to write.',

  hereTitle: 'Here now',
  here: (count: number) => `${formatCount(count, 'player')} here`,
  hereAlone: 'Nobody else who wrote here is online. Say hello!',

  actionsOf: (name: string) => `Actions for the message from ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete the message by ${name}`,
  deleteTitle: 'Delete this message?',
  deleteText: 'This deletes the message for everyone and is recorded in the audit log.',
  deleteFailed: 'Failed to delete message.',
  deleted: 'Message deleted.',
  mute: 'Mute 1d',
  muteOf: (name: string) => `Mute 1d: ${name}`,
  muteTitle: (name: string) => `Mute ${name} for a day?`,
  muteText: 'They can read everything, but can’t write anything public until the mute ends.',
  muteReason: 'Reason (optional, shown to the player)',
  muteConfirm: 'Mute for a day',
  muteFailed: 'Failed to mute user.',
  muted: (name: string) => `${name} is muted for a day.`,
  cancel: 'Cancel',

  rules: 'Lobby rules',
  rulesSlow: 'Slow mode',
  rulesOff: 'Off',
  rulesEvery: (seconds: number) => (seconds < 60 ? `${seconds} s` : `${minutes(seconds)} min`),
  rulesSettledOnly: 'Writing requires a confirmed email and an account older than a day',
  rulesHint: 'These rules don’t apply to staff. Everyone in the Lobby sees new rules immediately.',
  rulesFailed: 'Failed to change the rules.',
} as const;
