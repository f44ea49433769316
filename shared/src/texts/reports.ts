import type { ReportKind } from '../contract/reports.ts';

const REPORT_THING: Readonly<Record<ReportKind, (name: string) => string>> = {
  post: (name) => `Report ${name}’s post`,
  comment: (name) => `Report ${name}’s comment`,
  profileComment: (name) => `Report ${name}’s profile comment`,
  clip: (name) => `Report ${name}’s clip`,
  photo: (name) => `Report ${name}’s photo`,
  message: (name) => `Report ${name}’s message`,
  profile: (name) => `Report ${name}’s profile`,
  forumPost: (name) => `Report ${name}’s forum post`,
  chatMessage: (name) => `Report ${name}’s lobby message`,
  fight: (name) => `Report ${name}’s fight`,
};

const TITLES: Readonly<Record<ReportKind, string>> = {
  post: 'Report this post',
  comment: 'Report this comment',
  profileComment: 'Report this profile comment',
  clip: 'Report this clip',
  photo: 'Report this photo',
  message: 'Report this message',
  profile: 'Report this profile',
  forumPost: 'Report this forum post',
  chatMessage: 'Report this lobby message',
  fight: 'Report this fight',
};

/** Texts of the dialog in which a player reports something. */
export const REPORT_TEXTS = {
  report: 'Report',
  reportThing: (kind: ReportKind, name: string) => REPORT_THING[kind](name),
  title: (kind: ReportKind) => TITLES[kind],
  text: 'Staff will review it. Nobody else will know that you reported it.',
  question: 'What’s wrong with it?',
  reasons: [
    'Spam or advertising',
    'Insults or hate',
    'Threats or violence',
    'Sexual content',
    'Cheating',
    'Someone under 18',
    'Something else',
  ],
  more: 'Details',
  moreHint: 'What should staff know? (optional)',
  moreNeeded: 'Describe briefly what’s wrong.',
  choose: 'Choose what’s wrong with it.',
  tooLong: 'Use at most 500 characters',
  send: 'Send report',
  cancel: 'Cancel',
  failed: 'Failed to send your report. Try again.',
  thanks: 'Thanks for your report.',
  thanksText: 'A copy of the content was saved. Staff will review it soon.',
  done: 'Done',
} as const;

/** Errors shown when sending or handling a report. */
export const REPORT_ERRORS = {
  notFound: 'This content no longer exists.',
  own: 'You can’t report your own content.',
  reasonMissing: 'Say what’s wrong with it.',
  reasonLong: 'Use at most 500 characters',
  noteMissing: 'Enter a note first.',
  noteLong: 'Use at most 2,000 characters',
  ownReport: 'You can’t handle a report about yourself.',
  rank: 'You can’t handle a report about staff of a higher rank.',
  reporter: 'You reported this yourself, so another staff member must handle it.',
  assigned: (name: string) => `This report is assigned to ${name}.`,
  resolved: (name: string | null) =>
    name ? `${name} already resolved this report.` : 'This report is already resolved.',
  outcomeMissing: 'Choose an outcome.',
  durationMissing: 'Choose how long the mute lasts.',
  untilMissing: 'Choose when the suspension ends.',
  cannotDelete: 'This kind of content can’t be deleted.',
} as const;
