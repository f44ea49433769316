/** Texts about the character in the sign-up form. */
export const SIGN_UP_TEXTS = {
  portraits: 'Your portrait',
  portrait: (number: number) => `Portrait ${number}`,
  shuffle: 'Shuffle portraits',
  shuffled: 'New portraits to choose from.',
  portraitInvalid: 'Choose another portrait',
  noName: 'Your name',
} as const;
