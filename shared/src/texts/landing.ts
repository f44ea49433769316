/** What the landing page says. */
export const LANDING_TEXTS = {
  title: 'Every rival has a name.',
  lead: 'Build a character, challenge real players, and settle it blow by blow, live. Then stay for the company.',
  adults: 'Free to play. For adults, 18 and older.',
  reasonsLabel: 'Why play',
  reasons: [
    {
      icon: 'crossed-swords',
      title: 'Fights happen live',
      text: 'Strike and be struck back in the same breath. Every hit, miss and heal reaches both of you at once.',
    },
    {
      icon: 'checked-shield',
      title: 'Provably fair',
      text: 'The dice are sealed before the first blow and opened after the last. Your browser recomputes the whole fight.',
    },
    {
      icon: 'three-friends',
      title: 'A hold full of people',
      text: 'Rivals with profiles and stories, a board of the best, and somebody to beat you tomorrow.',
    },
  ],
  sample: {
    level: (level: number) => `Level ${level}`,
    health: 'Health',
    label: 'A fight, as you will see it',
    you: 'Brannoch',
    foe: 'Ysolde',
    lines: [
      { kind: 'hit', text: 'Brannoch strikes Ysolde for 17.' },
      { kind: 'miss', text: 'Ysolde strikes back and misses.' },
      { kind: 'heal', text: 'Ysolde heals 12.' },
      { kind: 'hit', text: 'Brannoch lands a critical blow for 31!' },
    ],
    verified: 'Seed opened. 9 of 9 exchanges match.',
  },
  steps: {
    title: 'Your first evening',
    items: [
      {
        title: 'Make a name',
        text: 'Sign up in a minute. You enter with 100 health, 50 coins and a grudge to find.',
      },
      { title: 'Pick a rival', text: 'Look through the players, read them, and press Challenge.' },
      {
        title: 'Win, lose, rise',
        text: 'Victories bring experience and coins. The first five levels are one good evening.',
      },
    ],
  },
} as const;
