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
      text: 'You both choose a move in secret, and see every hit, miss and heal as it happens.',
    },
    {
      icon: 'checked-shield',
      title: 'Provably fair',
      text: 'Each fight’s random seed is sealed before the first attack and published after the last. Your browser can recompute the whole fight.',
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
    label: 'What a fight looks like',
    you: 'Brannoch',
    foe: 'Ysolde',
    lines: [
      { kind: 'hit', text: 'Brannoch strikes Ysolde for 17.' },
      { kind: 'miss', text: 'Ysolde strikes back and misses.' },
      { kind: 'heal', text: 'Ysolde heals 12.' },
      { kind: 'hit', text: 'Brannoch lands a critical blow for 31!' },
    ],
    verified: 'Seed published. 9 of 9 exchanges match.',
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
