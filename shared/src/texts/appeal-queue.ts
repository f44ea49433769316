import type { AppealState } from '../contract/appeals.ts';
import type { AppealOutcome, Decision, DecisionScope } from '../contract/decisions.ts';
import type { Sentence } from './sentence.ts';

/** Names of the states of an appeal. */
export const APPEAL_STATE_TEXTS: Readonly<Record<AppealState, string>> = {
  open: 'Open',
  answered: 'Answered',
};

/** The possible answers to an appeal, and what they do. */
export const ANSWER_TEXTS: Readonly<Record<AppealOutcome, { action: string; meaning: string }>> = {
  upheld: { action: 'Uphold', meaning: 'The decision doesn’t change.' },
  changed: { action: 'Change', meaning: 'The mute or suspension ends at an earlier time that you choose.' },
  lifted: {
    action: 'Overturn',
    meaning: 'The mute or suspension ends now. Removed content is restored if this is still possible.',
  },
};

const DECISIONS: Readonly<Record<DecisionScope, (name: string) => string>> = {
  publishing: (name) => `Mute of ${name}`,
  account: (name) => `Suspension of ${name}`,
  post: (name) => `Removal of ${name}’s post`,
  comment: (name) => `Removal of ${name}’s comment`,
  profileComment: (name) => `Removal of ${name}’s profile comment`,
  photo: (name) => `Removal of ${name}’s photo`,
  clip: (name) => `Removal of ${name}’s clip`,
  chatMessage: (name) => `Removal of ${name}’s lobby message`,
  message: (name) => `Removal of ${name}’s message`,
  thread: (name) => `Removal of ${name}’s forum thread`,
  forumPost: (name) => `Removal of ${name}’s forum post`,
  avatar: (name) => `Removal of ${name}’s avatar`,
  profile: (name) => `Removal of ${name}’s avatar and status`,
};

/** Texts of /admin/appeals. */
export const APPEAL_QUEUE_TEXTS = {
  title: 'Appeals',
  text: 'Appeals against mutes, suspensions and content removals, oldest first. Staff can’t answer appeals against their own decisions.',
  states: 'State of the appeals',
  loading: 'Loading appeals…',
  failed: 'Failed to load the appeals.',
  empty: { open: 'No open appeals.', answered: 'No answered appeals yet.' },
  emptyText: 'Players’ appeals appear here.',
  list: 'Appeals',
  decision: ({ scope }: Decision, name: string) => DECISIONS[scope](name),
  by: (name: string) => `by ${name}`,
  byOperator: 'by the operator or a deleted account',
  appealed: <T>(time: T): Sentence<T> => ['appealed ', time],
  appeal: 'Appeal',
  answerAppeal: 'Answer this appeal',
  outcome: 'Answer',
  until: 'New end',
  answer: 'Message to the player',
  answerNeeded: 'Enter a message for the player.',
  tooLong: 'Use at most 500 characters',
  untilNeeded: 'Choose a time in the future, before the current end.',
  asSoleAdmin:
    'You made this decision. You can answer this appeal only because you’re the only admin. The player will see a note about that.',
  send: 'Send answer',
  sent: (outcome: AppealOutcome, name: string) => `${name}’s appeal: ${SENT_TEXTS[outcome]}.`,
  sendFailed: 'Failed to send the answer.',
  answeredBy: (outcome: string, name: string | null) => (name === null ? outcome : `${outcome} by ${name}`),
  keys: 'Press j and k to go to the next and previous appeal.',
  keysOff: 'Turn off shortcuts',
  keysOn: 'Turn on shortcuts',
} as const;

const SENT_TEXTS: Readonly<Record<AppealOutcome, string>> = {
  upheld: 'decision upheld',
  changed: 'decision changed',
  lifted: 'decision overturned',
};
