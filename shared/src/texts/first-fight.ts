/** Texts about a new player's first fight, in a separate file, so that the dashboard loads them only for newcomers. */
export const FIRST_FIGHT_TEXTS = {
  title: 'Your first fight',
  text: (level: number) =>
    `Learn the moves in a practice fight. It’s free and takes less than a minute. Winning takes you to level ${level}. Or pick a player near your level. You can’t lose coins.`,
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
