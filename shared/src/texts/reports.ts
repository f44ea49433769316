import type { ReportKind } from '../contract/reports.ts';

/** What each kind of thing is called where it is reported. */
export const REPORT_KIND_TEXTS: Readonly<Record<ReportKind, string>> = {
  post: 'post',
  comment: 'comment',
  profileComment: 'profile comment',
  clip: 'clip',
  photo: 'photo',
  message: 'message',
  profile: 'profile',
  forumPost: 'forum post',
  chatMessage: 'lobby line',
  fight: 'fight',
};

/** Texts of the window in which a player reports something. */
export const REPORT_TEXTS = {
  report: 'Report',
  reportThing: (kind: ReportKind, name: string) => `Report the ${REPORT_KIND_TEXTS[kind]} of ${name}`,
  title: (kind: ReportKind) => `Report this ${REPORT_KIND_TEXTS[kind]}`,
  text: 'Our staff will look at it. Nobody else learns that you reported it.',
  question: 'What is wrong with it?',
  reasons: [
    'Spam or advertising',
    'Insults or hate',
    'Threats or violence',
    'Sexual content',
    'Cheating',
    'Somebody below 18',
    'Something else',
  ],
  more: 'Tell us more',
  moreHint: 'What should we know? (optional)',
  moreNeeded: 'Say in a few words what is wrong.',
  choose: 'Choose what is wrong with it.',
  tooLong: 'At most 500 characters',
  send: 'Send report',
  cancel: 'Cancel',
  failed: 'Your report could not be sent.',
  thanks: 'Thank you for telling us.',
  thanksText: 'We have kept a copy of it and will look at it soon.',
  done: 'Done',
} as const;

/** Why a report, or what staff ask for with one, is refused. */
export const REPORT_ERRORS = {
  notFound: 'This is not there any more.',
  own: 'You cannot report what is your own.',
  reasonMissing: 'Say what is wrong with it.',
  reasonLong: 'At most 500 characters',
  noteMissing: 'Write something first.',
  noteLong: 'At most 2000 characters',
  ownReport: 'You cannot see to a report about yourself.',
  rank: 'A report about who stands above you is not yours to see to.',
  reporter: 'You reported this yourself: somebody else of the staff judges it.',
  assigned: (name: string) => `${name} is seeing to it.`,
  resolved: (name: string | null) => (name ? `${name} has resolved it already.` : 'It is resolved already.'),
  outcomeMissing: 'Choose what comes of it.',
  durationMissing: 'Choose how long the mute lasts.',
  untilMissing: 'Choose until when the suspension lasts.',
  cannotDelete: 'A thing of this kind cannot be deleted.',
} as const;
