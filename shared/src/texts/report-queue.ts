import type { ReportKind, ReportOutcome } from '../contract/reports.ts';
import { REPORT_KIND_TEXTS } from './reports.ts';

/** Texts of the desk at which staff judge reports; apart from those that every player's page brings along. */
export const REPORT_STATE_TEXTS = { open: 'Open', assigned: 'Taken', resolved: 'Resolved' } as const;

export const REPORT_OUTCOME_TEXTS: Readonly<
  Record<ReportOutcome, { action: string; done: string; meaning: string }>
> = {
  dismiss: { action: 'Dismiss', done: 'Dismissed', meaning: 'Nothing is wrong with it: it stays.' },
  delete: {
    action: 'Delete it',
    done: 'Deleted',
    meaning: 'The thing is deleted. Its author is told, with the reason if you give one.',
  },
  warn: { action: 'Warn', done: 'Warned', meaning: 'The author is told what not to do again.' },
  mute: { action: 'Mute', done: 'Muted', meaning: 'The author can read, but not write in public.' },
  suspend: {
    action: 'Suspend',
    done: 'Suspended',
    meaning: 'The author is signed out and cannot come back.',
  },
};

export const REPORT_QUEUE_TEXTS = {
  title: 'Reports',
  text: 'What players have reported, those that wait the longest first.',
  states: 'State of the reports',
  failed: 'The reports could not be loaded.',
  loading: 'Loading reports…',
  empty: {
    open: 'No open reports.',
    assigned: 'Nobody is at work on a report.',
    resolved: 'No report has been resolved yet.',
  },
  emptyText: 'All is quiet in the hold.',
  list: 'Reports in this list',
  by: (name: string) => `reported by ${name}`,
  of: (kind: ReportKind, name: string) => `${capitalize(REPORT_KIND_TEXTS[kind])} of ${name}`,
  times: (count: number) => `Reported ${count} times`,
  assignedTo: (name: string) => `Taken by ${name}`,
  resolvedBy: (name: string) => `by ${name}`,
  choose: 'Choose a report to judge it.',
  notFound: 'There is no such report.',
  fileFailed: 'The report could not be loaded.',
  back: 'Back to the list',
  backShort: 'List',
  reason: 'Reason of the report',
  reasons: (count: number) => `Reasons of its ${count} reports, seen to together`,
  author: 'Author',
  reporter: 'Reported by',
  joined: 'joined',
  hasLeft: 'has left',
  mutedUntil: 'muted until',
  suspendedUntil: 'suspended until',
  suspendedForGood: 'suspended for good',
  reportedOf: (all: number, upheld: number) => `${things(all)} reported of them, ${upheld} acted on`,
  reportedBefore: (all: number, upheld: number) => `has reported ${things(all)}, ${upheld} acted on`,
  navigation: 'Way through the reports',
  position: (at: number, count: string) => `${at} of ${count}`,
  previous: 'Previous report',
  next: 'Next report',
  looking: (names: string) => `${names} ${names.includes(', ') ? 'look' : 'looks'} at it too.`,
  alsoDelete: 'Delete what was reported as well',
  copy: 'What was reported',
  copyText: 'As it was when it was reported.',
  noText: 'It has no text.',
  media: (at: number) => `Picture ${at} of what was reported`,
  video: (at: number) => `Video ${at} of what was reported`,
  openLink: 'Where it stands',
  context: 'Around it',
  contextEmpty: 'There is nothing around it.',
  isReported: 'This is what was reported',
  history: 'What staff did about this player before',
  historyEmpty: 'Nothing so far.',
  historyBy: (name: string) => `by ${name}`,
  others: 'What else was reported of this player',
  othersEmpty: 'Nothing else.',
  notes: 'Notes between staff',
  notesEmpty: 'No notes yet.',
  note: 'Write a note',
  addNote: 'Add note',
  take: 'Take',
  giveBack: 'Give back',
  assigned: 'You have taken this report.',
  givenBack: 'You have given this report back.',
  noted: 'Note added.',
  resolveTitle: 'Resolve it',
  outcome: 'What is to be done',
  playerMessage: 'What the player is told',
  noteLabel: 'What to remember about it (optional)',
  presets: 'Ready-made words',
  needed: 'Say why: the player is told.',
  tooLong: 'At most 500 characters',
  resolve: 'Resolve',
  questions: {
    dismiss: null,
    warn: null,
    mute: null,
    delete: 'Delete what was reported?',
    suspend: 'Suspend this account? Its player is signed out and gives up open fights.',
  } satisfies Record<ReportOutcome, string | null>,
  resolved: (outcome: string) => `Resolved: ${outcome}.`,
  actionFailed: 'That did not work. Please try again.',
  keysTitle: 'Keys of the desk',
  keysText: 'They wait while you write in a field.',
  allKeys: 'all keys',
  keysOn: 'Single keys do this on the desk',
  keysOff: 'Switch them off if you speak what you type, or brush against keys. This browser remembers it.',
  keysAreOff: 'Single keys are switched off.',
  keys: [
    { key: 'j', does: 'next report' },
    { key: 'k', does: 'previous report' },
    { key: 'u', does: 'back to the list' },
    { key: 'o', does: 'outcome' },
    { key: 't', does: 'take or give back' },
    { key: 'n', does: 'note' },
    { key: 'd', does: 'dismiss' },
    { key: 'x', does: 'delete' },
    { key: 'w', does: 'warn' },
    { key: 'm', does: 'mute' },
    { key: 's', does: 'suspend' },
    { key: 'Ctrl+Enter', does: 'resolve, or add the note' },
    { key: 'Enter', does: 'next report, once one is resolved' },
    { key: 'Esc', does: 'leave a field' },
    { key: '?', does: 'these keys' },
  ],
} as const;

/** Words that staff can begin an answer with. */
export const RESOLVE_PRESETS: Readonly<Record<ReportOutcome, readonly string[]>> = {
  dismiss: ['Within the rules.', 'Already dealt with.'],
  delete: ['This was spam.', 'This was hateful.', 'This was sexual or violent.'],
  warn: ['Please stay civil.', 'Please do not advertise here.', 'Please keep threats out of the hold.'],
  mute: ['Repeated insults.', 'Repeated spam.', 'Threats against a player.'],
  suspend: ['Cheating.', 'Threats against a player.', 'You must be 18 or older to play.'],
};

const things = (count: number): string => `${count} ${count === 1 ? 'thing' : 'things'}`;

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
