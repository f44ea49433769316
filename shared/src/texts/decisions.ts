import type { AppealOutcome, Decision, DecisionScope } from '../contract/decisions.ts';
import type { Sentence } from './sentence.ts';

const TITLES: Readonly<Record<DecisionScope, string>> = {
  publishing: 'You were muted',
  account: 'Your account was suspended',
  post: 'Your post was removed',
  comment: 'Your comment was removed',
  profileComment: 'Your profile comment was removed',
  photo: 'Your photo was removed',
  clip: 'Your clip was removed',
  chatMessage: 'Your lobby message was removed',
  message: 'Your message was removed',
  thread: 'Your forum thread was removed',
  forumPost: 'Your forum post was removed',
  avatar: 'Your avatar was removed',
  profile: 'Your avatar and status were removed',
};

/** Return a sentence that informs a player of a decision about them. */
export const decisionTitle = ({ scope }: Pick<Decision, 'scope'>): string => TITLES[scope];

/** Return a short text about the effect of a decision. */
export function decisionEffect({ kind }: Pick<Decision, 'kind'>): string {
  if (kind === 'mute') return 'No public posts, and no changes to public text and pictures.';
  if (kind === 'suspension') return 'No login.';
  return 'Other players can’t see this content.';
}

/** Names of the outcomes of an appeal. */
export const APPEAL_OUTCOME_TEXTS: Readonly<Record<AppealOutcome, string>> = {
  upheld: 'Upheld',
  changed: 'Changed',
  lifted: 'Overturned',
};

/** Texts about the decisions that concern a player. */
export const DECISION_TEXTS = {
  title: 'Decisions about you',
  text: 'Mutes, suspensions and content removals by staff. You can appeal each decision once, within six months. Another staff member answers your appeal.',
  link: 'See decisions about you',
  settingsText: 'See what staff decided about you and your content, and appeal.',
  loading: 'Loading decisions…',
  failed: 'Failed to load the decisions.',
  empty: 'No decisions.',
  emptyText: 'Staff haven’t muted or suspended you, or removed any of your content.',
  end: 'No more decisions.',
  rule: 'Rule',
  reason: 'Reason',
  noReason: 'No further reason was given.',
  effect: 'Effect',
  removedText: 'Removed text',
  ends: 'Ends',
  never: 'Permanent',
  decided: <T>(time: T): Sentence<T> => ['Decided ', time],
  active: 'In effect',
  over: 'Over',
  endedEarly: <T>(time: T): Sentence<T> => ['Ended by staff on ', time],
  restored: <T>(time: T): Sentence<T> => ['Reversed on ', time],
  appealUntil: <T>(time: T): Sentence<T> => ['You can appeal until ', time],
  tooLate: 'The time for an appeal has passed.',
  appeal: 'Appeal',
  appealAgainst: (title: string) => `Appeal: ${title}`,
  yourAppeal: 'Your appeal',
  waiting: 'Waiting for an answer',
  answer: 'Answer',
  bySoleAdmin: 'This site has only one admin, who made the decision and also answered your appeal.',
  restoredContent: 'Your content is back.',
  notRestored: 'Your content could not be restored.',
} as const;

/** Texts of the appeal form. */
export const APPEAL_FORM_TEXTS = {
  label: 'Why is this decision wrong?',
  hint: 'You can appeal this decision only once. Staff read your text together with the decision.',
  send: 'Send appeal',
  cancel: 'Cancel',
  sent: 'Your appeal was sent. You’ll be notified of the answer.',
  failed: 'Failed to send your appeal. Try again.',
} as const;

/** Texts of the page on which a suspended player appeals. */
export const APPEAL_PAGE_TEXTS = {
  title: 'Appeal',
  of: (name: string) => `Decisions about ${name}`,
  text: 'You can send one appeal with this link. A staff member who didn’t make the decision answers it.',
  textUsed: 'To see the answer or to send another appeal, log in again to get a new link to this page.',
  loading: 'Loading decisions…',
  failed: 'Failed to load the decisions.',
  expired: 'This link is no longer valid.',
  expiredText: 'A link works for an hour, and for one appeal. Log in again to get a new link.',
  toLogin: 'Go to login',
} as const;
