import type { ReportKind, ReportOutcome } from '../contract/reports.ts';
import { formatLabels } from '../format-list.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import type { Sentence } from './sentence.ts';

/**
 * Names of the states of a report. The texts in this file are separate from `reports.ts`, because players do not need
 * them.
 */
export const REPORT_STATE_TEXTS = { open: 'Open', assigned: 'Assigned', resolved: 'Resolved' } as const;

export const REPORT_OUTCOME_TEXTS: Readonly<
  Record<ReportOutcome, { action: string; done: string; meaning: string }>
> = {
  dismiss: { action: 'Dismiss', done: 'Dismissed', meaning: 'The content follows the rules and stays.' },
  delete: {
    action: 'Delete it',
    done: 'Deleted',
    meaning: 'The content is deleted. Its author is notified, with the reason if you enter one.',
  },
  warn: { action: 'Warn', done: 'Warned', meaning: 'The author gets a warning with your message.' },
  mute: { action: 'Mute', done: 'Muted', meaning: 'The author can read, but can’t post publicly.' },
  suspend: {
    action: 'Suspend',
    done: 'Suspended',
    meaning: 'The author is logged out and can’t log in while suspended.',
  },
};

const REPORTED: Readonly<Record<ReportKind, (name: string) => string>> = {
  post: (name) => `${name}’s post`,
  comment: (name) => `${name}’s comment`,
  profileComment: (name) => `${name}’s profile comment`,
  clip: (name) => `${name}’s clip`,
  photo: (name) => `${name}’s photo`,
  message: (name) => `${name}’s message`,
  profile: (name) => `${name}’s profile`,
  forumPost: (name) => `${name}’s forum post`,
  chatMessage: (name) => `${name}’s lobby message`,
  fight: (name) => `${name}’s fight`,
};

export const REPORT_QUEUE_TEXTS = {
  title: 'Reports',
  text: 'Review content that players reported.',
  states: 'State of the reports',
  failed: 'Failed to load the reports.',
  loading: 'Loading reports…',
  empty: {
    open: 'No open reports.',
    assigned: 'No assigned reports.',
    resolved: 'No resolved reports yet.',
  },
  emptyText: 'Choose another state to see other reports.',
  list: 'Reports in this list',
  by: (name: string) => `reported by ${name}`,
  of: (kind: ReportKind, name: string) => REPORTED[kind](name),
  times: (count: number) => `Reported ${formatCount(count, 'time')}`,
  hidden: 'Hidden',
  hiddenText:
    'Two trusted players reported this content, and its author’s account is new. Only the author and staff can see the content until you resolve the report.',
  assignedTo: (name: string) => `Assigned to ${name}`,
  resolvedBy: (outcome: ReportOutcome, name: string) => `${REPORT_OUTCOME_TEXTS[outcome].done} by ${name}`,
  choose: 'Choose a report to review it.',
  notFound: 'This report doesn’t exist.',
  fileFailed: 'Failed to load the report.',
  back: 'Back to the list',
  backShort: 'List',
  reason: 'Reason for the report',
  reasons: (count: number) => `Reasons from all ${formatNumber(count)} reports, which are resolved together`,
  author: 'Author',
  reporter: 'Reported by',
  joined: <T>(time: T): Sentence<T> => ['Joined ', time],
  hasLeft: 'Account deleted',
  mutedUntil: <T>(time: T): Sentence<T> => ['Muted until ', time],
  suspendedUntil: <T>(time: T): Sentence<T> => ['Suspended until ', time],
  suspendedForGood: 'Permanently suspended',
  reportedOf: (all: number, upheld: number) =>
    `Reports received: ${formatNumber(all)}, upheld: ${formatNumber(upheld)}`,
  reportedBefore: (all: number, upheld: number) =>
    `Reports sent: ${formatNumber(all)}, upheld: ${formatNumber(upheld)}`,
  navigation: 'Report navigation',
  position: (at: number, count: string) => `${at} of ${count}`,
  previous: 'Previous report',
  next: 'Next report',
  alsoViewing: (names: readonly string[]) => `Also viewing: ${formatLabels(names)}`,
  alsoDelete: 'Also delete the reported content',
  copy: 'Reported content',
  copyText: 'The content at the time of the report.',
  noText: 'No text.',
  media: (at: number) => `Picture ${at} of the reported content`,
  video: (at: number) => `Video ${at} of the reported content`,
  openLink: 'Open in context',
  context: 'Context',
  contextEmpty: 'No context is available.',
  isReported: 'Reported',
  history: 'Earlier staff actions on this player',
  historyEmpty: 'No earlier actions.',
  historyBy: (name: string) => `by ${name}`,
  others: 'Other reports about this player',
  othersEmpty: 'No other reports.',
  notes: 'Staff notes',
  notesEmpty: 'No notes yet.',
  note: 'Write a note',
  addNote: 'Add note',
  take: 'Assign to me',
  giveBack: 'Unassign',
  assigned: 'This report is now assigned to you.',
  givenBack: 'This report is no longer assigned.',
  noted: 'Note added.',
  resolveTitle: 'Resolve this report',
  outcome: 'Outcome',
  playerMessage: 'Message to the player',
  noteLabel: 'Note (optional, for staff)',
  presets: 'Suggested texts',
  needed: 'Enter a message. The player will see it.',
  tooLong: 'Use at most 500 characters',
  resolve: 'Resolve',
  questions: {
    dismiss: null,
    warn: null,
    mute: null,
    delete: 'Delete the reported content?',
    suspend: 'Suspend this account? The player is logged out and loses all open fights.',
  } satisfies Record<ReportOutcome, string | null>,
  resolved: (outcome: string) => `Resolved: ${outcome}.`,
  actionFailed: 'That didn’t work. Try again.',
  keysTitle: 'Keyboard shortcuts',
  keysText: 'Single-key shortcuts are off while you type in a field.',
  allKeys: 'All shortcuts',
  keysOn: 'Use single-key shortcuts',
  keysOff:
    'Turn shortcuts off if you use speech input or press keys by accident. The setting is saved in this browser.',
  keysAreOff: 'Single-key shortcuts are off.',
  keys: [
    { key: 'j', does: 'next report' },
    { key: 'k', does: 'previous report' },
    { key: 'u', does: 'back to the list' },
    { key: 'o', does: 'outcome' },
    { key: 't', does: 'assign or unassign' },
    { key: 'n', does: 'note' },
    { key: 'd', does: 'dismiss' },
    { key: 'x', does: 'delete' },
    { key: 'w', does: 'warn' },
    { key: 'm', does: 'mute' },
    { key: 's', does: 'suspend' },
    { key: 'Ctrl+Enter', does: 'resolve, or add the note' },
    { key: 'Enter', does: 'next report, after resolving' },
    { key: 'Esc', does: 'leave a field' },
    { key: '?', does: 'all shortcuts' },
  ],
} as const;

/** Suggested reasons for each outcome. */
export const RESOLVE_PRESETS: Readonly<Record<ReportOutcome, readonly string[]>> = {
  dismiss: ['Within the rules.', 'Already dealt with.'],
  delete: ['This was spam.', 'This was hateful.', 'This was sexual or violent.'],
  warn: ['Please stay civil.', 'Please do not advertise here.', 'Please do not threaten other players.'],
  mute: ['Repeated insults.', 'Repeated spam.', 'Threats against a player.'],
  suspend: ['Cheating.', 'Threats against a player.', 'You must be 18 or older to play.'],
};
