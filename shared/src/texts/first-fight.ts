/** Texts about a new player's first fight. */
export const FIRST_FIGHT_TEXTS = {
  welcome: (name: string) => `Welcome to the arena, ${name}!`,
  offer: (level: number) =>
    `Win a practice fight and reach level ${level}. It’s free and takes less than a minute.`,
  start: 'Start practice',
  skip: 'Skip for now',
  mailed: (email: string) => `To confirm ${email}, open the link in the email sent to that address.`,
  notMailed: (email: string) => `You can confirm ${email} later in Settings.`,
  won: 'You won the practice fight!',
  wonText: 'You know how to read a move. Now try it on a real opponent.',
  toDashboard: 'Go to dashboard',
} as const;
