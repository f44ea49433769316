/** Errors of appeals. */
export const APPEAL_ERRORS = {
  textMissing: 'Explain why the decision is wrong.',
  textLong: 'Use at most 2,000 characters',
  alreadyAppealed: 'You have already appealed against this decision.',
  tooLate: 'You can appeal only within six months of a decision.',
  alreadyAnswered: 'This appeal has already been answered.',
  ownAppeal: 'You can’t answer your own appeal.',
  ownDecision: 'You made this decision, so another staff member must answer the appeal.',
  byAdmins: 'Only admins can answer this appeal.',
  notChangeable: 'Only a mute or suspension that is in effect can be changed.',
  untilEarlier: 'The new end must be in the future, and earlier than the current end.',
} as const;
