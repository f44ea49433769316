import type { ChatRules } from '../contract/chat.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import { LIMITS } from '../limits.ts';

const { min: minSides, max: maxSides, default: defaultSides } = LIMITS.chat.die;

/** How a refusal ends that is over by itself. */
export const retryAfterText = (seconds: number): string => `Wait ${seconds} s.`;

/** Why a line is not taken, or not deleted. */
export const CHAT_ERRORS = {
  empty: 'Write something first.',
  tooLong: `At most ${LIMITS.chat.line} characters`,
  flood: (seconds: number) => `You are writing too fast. ${retryAfterText(seconds)}`,
  slow: (seconds: number) => `Slow mode is on. ${retryAfterText(seconds)}`,
  unsettled: 'Only accounts older than a day may write in the lobby just now.',
  messageNotFound: 'This line is gone.',
  bot: 'Lines of the bot cannot be deleted.',
} as const;

/** The commands, as /help and the composer list them. */
export const CHAT_COMMANDS = [
  { name: '/help', usage: '/help', text: 'lists the commands' },
  { name: '/flex', usage: '/flex', text: 'shows your level, wins and losses' },
  { name: '/me', usage: '/me <action>', text: 'says what you do' },
  {
    name: '/roll',
    usage: '/roll [sides]',
    text: `rolls a die of ${minSides} to ${formatNumber(maxSides)} sides (${defaultSides} if you name none)`,
  },
] as const;

/** What the bot says; what it says to the room follows a player's name. */
export const BOT_TEXTS = {
  help: ['Commands:', ...CHAT_COMMANDS.map(({ usage, text }) => `${usage} – ${text}`)].join('\n'),
  usage: 'Usage: /me <action>',
  unknown: (name: string) => `Unknown command: /${name}. Type /help.`,
  rolled: (number: number, sides: number) => `rolled ${number} (1–${sides})`,
  flexes: (level: number, wins: number, losses: number, boast: string) =>
    `flexes: level ${level}, ${formatCount(wins, 'win')}, ${formatCount(losses, 'loss', 'losses')}. ${boast}`,
} as const;

/** How a flex ends. */
export const FLEX_ENDINGS = [
  'The ring knows the name.',
  'The anvil asked for a rest.',
  'Doors open by themselves.',
  'Even the forge feels warmer.',
  'Somebody carve it into the gate.',
  'Challengers, form a line.',
] as const;

/** What staff set, as the audit log keeps it. */
export const describeChatRules = ({ slowModeSeconds, establishedOnly }: ChatRules): string =>
  `Slow mode ${slowModeSeconds > 0 ? `${slowModeSeconds} s` : 'off'}; ${establishedOnly ? 'only accounts older than a day' : 'everybody'} may write`;

/** Texts of the lobby's page. */
export const CHAT_TEXTS = {
  mutedNote: 'Why you cannot write here',
  title: 'Lobby',
  lines: 'What is said in the lobby',
  loading: 'Loading the lobby…',
  failed: 'The lobby could not be loaded.',
  empty: 'Nobody has said anything yet.',
  emptyText: 'Say hello, roll a die with /roll, or type /help.',
  bot: 'Bot',
  onlyYou: 'Only you see this',
  mentioned: (name: string, words: string) => `${name} mentioned you: ${words}`,
  said: (name: string, words: string) => `${name}: ${words}`,
  did: (name: string, words: string) => `${name} ${words}`,
  newLines: (count: number) => formatCount(count, 'new message'),
  toNewest: 'To the newest message',

  write: 'Message to the lobby',
  placeholder: 'Say something, / for commands',
  send: 'Send',
  commands: 'Commands',
  notSent: 'Not sent: you are not connected. Try again in a moment.',
  dismiss: 'Dismiss',

  slowMode: (seconds: number) =>
    `Slow mode: one line every ${seconds < 60 ? `${seconds} s` : formatCount(Math.round(seconds / 6) / 10, 'minute')}.`,
  establishedOnly: 'Only accounts older than a day may write just now.',

  hereTitle: 'Here now',
  here: (count: number) => `${formatCount(count, 'player')} here`,
  hereEmpty: 'No one who wrote here is online. Say hello!',

  actionsOf: (name: string) => `Actions for the message from ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete the line by ${name}`,
  deleteTitle: 'Delete this line?',
  deleteText: 'It is gone for everybody, and written down in the audit log.',
  deleteFailed: 'Failed to delete message.',
  deleted: 'Line deleted.',
  mute: 'Mute 1d',
  muteOf: (name: string) => `Mute 1d: ${name}`,
  muteTitle: (name: string) => `Mute ${name} for a day?`,
  muteText: 'They can read on, but write nothing that others read, until it ends.',
  muteReason: 'Reason (optional, they see it)',
  muteConfirm: 'Mute for a day',
  muteFailed: 'Failed to mute user.',
  muted: (name: string) => `${name} is muted for a day.`,
  cancel: 'Cancel',

  rules: 'Lobby rules',
  rulesSlow: 'Slow mode',
  rulesOff: 'Off',
  rulesEvery: (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 6) / 10} min`),
  rulesEstablished: 'Only accounts older than a day may write',
  rulesHint: 'Staff are free of both. All in the lobby are told.',
  rulesFailed: 'The rules could not be changed.',
} as const;
