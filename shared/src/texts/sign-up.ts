/** Texts about the character in the sign-up form. */
export const SIGN_UP_TEXTS = {
  portraits: 'Your avatar',
  portrait: (number: number) => `Avatar ${number}`,
  shuffle: 'Shuffle avatars',
  shuffled: 'New avatars to choose from.',
  portraitInvalid: 'Choose another avatar',
  noName: 'Your name',
} as const;
