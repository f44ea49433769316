/** Texts of the landing page. */
export const LANDING_TEXTS = {
  title: 'Every rival is a real player.',
  lead: 'Build a character, challenge other players and fight them live, hit by hit. Then stay for the company.',
  adults: 'Free to play. For adults, 18 and older.',
  reasonsLabel: 'Why play',
  reasons: [
    {
      icon: 'crossed-swords',
      title: 'Fights happen live',
      text: 'You and your opponent choose moves in secret, and see every hit, miss and heal as it happens.',
    },
    {
      icon: 'checked-shield',
      title: 'Provably fair',
      text: 'Each fight’s random seed is fixed before the first attack and published after the last. Your browser can recompute the whole fight.',
    },
    {
      icon: 'three-friends',
      title: 'A lively community',
      text: 'Browse profiles and clips, climb the leaderboard and find the rival you’ll face tomorrow.',
    },
  ],
  sample: {
    level: (level: number) => `Level ${level}`,
    health: 'Health',
    label: 'How a fight can end. Moves stay secret until both players choose.',
    /** The fighters and last exchanges of the guide's example fight. A test compares them with the computed fight. */
    attacker: { name: 'Brannoch', level: 1, health: 0, maxHealth: 100 },
    defender: { name: 'Ysolde', level: 1, health: 64, maxHealth: 100 },
    lines: [
      { kind: 'hit', text: 'Brannoch feints low and hits for 27; Ysolde fakes a high cut and hits for 24.' },
      {
        kind: 'heal',
        text: 'Brannoch slips the blade past with a feint and hits for 25; Ysolde binds the worst wound and regains 40 health.',
      },
      {
        kind: 'hit',
        text: 'Brannoch waits behind steel; Ysolde slips the blade past with a feint and hits for 59.',
      },
    ],
    verified: 'Seed published. 10 of 10 exchanges match.',
  },
  steps: {
    title: 'Your first evening',
    items: [
      {
        title: 'Build a character',
        text: 'Sign up in a minute. You start with 100 health, 50 coins and a rival to find.',
      },
      { title: 'Pick a rival', text: 'Browse the players, look at their profiles and press Challenge.' },
      {
        title: 'Win, lose, level up',
        text: 'Wins earn experience and coins. The first five levels take about an evening.',
      },
    ],
  },
} as const;
