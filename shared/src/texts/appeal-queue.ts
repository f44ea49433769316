import type { AppealState } from '../contract/appeals.ts';
import type { AppealOutcome, Decision } from '../contract/decisions.ts';
import { REMOVED_TEXTS } from './rules.ts';
import type { Sentence } from './sentence.ts';

/** Names of the states of an appeal. */
export const APPEAL_STATE_TEXTS: Readonly<Record<AppealState, string>> = {
  open: 'Open',
  answered: 'Answered',
};

/** The possible answers to an appeal, and what they do. */
export const ANSWER_TEXTS: Readonly<Record<AppealOutcome, { action: string; meaning: string }>> = {
  upheld: { action: 'Uphold', meaning: 'The decision doesn’t change.' },
  changed: { action: 'Change', meaning: 'The mute or suspension ends earlier.' },
  lifted: {
    action: 'Overturn',
    meaning: 'The mute or suspension ends now. Removed content is restored if this is still possible.',
  },
};

/** Texts of /admin/appeals. */
export const APPEAL_QUEUE_TEXTS = {
  title: 'Appeals',
  text: 'Appeals against mutes, suspensions and removals, oldest first. Staff can’t answer appeals against their own decisions.',
  states: 'State of the appeals',
  loading: 'Loading appeals…',
  failed: 'Failed to load the appeals.',
  empty: { open: 'No open appeals.', answered: 'No answered appeals yet.' },
  emptyText: 'Players’ appeals appear here.',
  list: 'Appeals',
  decision: ({ scope }: Decision, name: string): string => {
    if (scope === 'publishing') return `Mute of ${name}`;
    if (scope === 'account') return `Suspension of ${name}`;
    return `Removal of ${name}’s ${REMOVED_TEXTS[scope]}`;
  },
  by: (name: string) => `by ${name}`,
  byOperator: 'by the operator or a deleted account',
  appealed: <T>(time: T): Sentence<T> => ['appealed ', time],
  appeal: 'Appeal',
  answerAppeal: 'Answer this appeal',
  outcome: 'Answer',
  until: 'New end',
  answer: 'Message to the player',
  answerNeeded: 'Enter a message. The player sees it.',
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
