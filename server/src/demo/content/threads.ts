/**
 * A thread in the demo world. It was started `hours` hours ago. In its texts, a line `portrait:USERNAME` is replaced
 * with the URL of that player's portrait.
 */
export type DemoThread = {
  category: string;
  by: string;
  hours: number;
  title: string;
  body: string;
  /** The opening text after an edit by its author. */
  edited?: string;
  replies?: readonly (readonly [by: string, text: string])[];
  /** If set, players count up to this number in the replies. */
  countsTo?: number;
};

/** A category that the admin of the demo world adds to the default categories. */
export const TALES_CATEGORY = {
  slug: 'tales',
  title: 'Tales & Tavern',
  description: 'Stories told by the fire. Some of them happened.',
} as const;

/** Remarks that are added to some numbers in the counting thread. */
export const COUNTING_REMARKS: readonly string[] = [
  'My grandmother counts faster than all of you.',
  'I had this number on my first shield.',
  'Do not lose the thread now.',
  'Still here. Still counting.',
  'Is there a prize? I was told of a prize.',
  'That is how many arrows I have left.',
  'A good number. Round at the back, sharp in front.',
  'Left the ring for this.',
  'Next one buys the soup.',
  'We are never going to get there. I love it.',
];

export const THREADS: readonly DemoThread[] = [
  {
    category: 'general',
    by: 'demo_admin',
    hours: 1_150,
    title: 'Welcome to the forum of the hold',
    body: 'This is the place for everything that is longer than a shout and shorter than a book.\n\nThree rules carved over the gate:\n\n1. Strike at arguments, not at people.\n2. Say where a number comes from.\n3. What is posted in anger is edited in the morning.',
    replies: [
      ['Mother_Bellows', 'Short rules. I approve. Short things break less.'],
      [
        'Quill-Without-Ink',
        '> demo_admin wrote:\n> What is posted in anger is edited in the morning.\n\nI shall have this embroidered.',
      ],
      ['little_howl', 'FIRST THREAD FIRST HOWL'],
      ['Sister.Vigil', 'The fire is on whenever anybody needs it. Welcome, all.'],
    ],
  },
  {
    category: 'tales',
    by: 'kettlewick',
    hours: 640,
    title: 'Let us count to one hundred, one fighter at a time',
    body: 'Nobody twice in a row. Whoever loses count washes the big pot.\n\n1',
    countsTo: 74,
  },
  {
    category: 'strategy',
    by: 'Omotola_Sunspear',
    hours: 520,
    title: 'When do you spend your two heals?',
    body: 'I have watched forty fights this week and written down the health at which people heal.\n\nMost heal below a quarter. Most of those lose. Those who heal at half win more often than not, and those who heal at three quarters waste it.\n\nWhat is your number, and why?',
    edited:
      'I have watched forty fights this week and written down the health at which people heal.\n\nMost heal below a quarter. Most of those lose. Those who heal at half win more often than not, and those who heal at three quarters waste it.\n\nWhat is your number, and why?\n\nEdit: Grukk asks me to say that "never" is not a number.',
    replies: [
      ['Halvard_Ironkeel', 'Half. A shield is of no use to somebody who is already on the floor.'],
      ['Torvik99', 'Never. My healer disagrees.'],
      ['Granny_Nettle', 'A little before you think you need it, dear. Then once more.'],
      [
        'second_chances',
        'I used to keep both for the end. There usually was an end, and I usually had both.',
      ],
      ['Grukk.the.Polite', 'Grukk heals when Grukk is sorry. It works out at about forty of a hundred.'],
      [
        'Aurelio_Vane',
        '> Omotola_Sunspear wrote:\n> What is your number, and why?\n\nFifty-five. Below that the next blow may be the last one; above it the heal runs over the brim, and I do not pay for what runs over the brim.',
      ],
    ],
  },
  {
    category: 'trading',
    by: 'penny-wise_pal',
    hours: 410,
    title: 'Price watch: what is worth its coins this moon',
    body: 'Armour first, always. Then one good draught for the day it goes wrong. Blades last: the ring does not care how it shines.\n\nCorrect me with numbers.',
    replies: [
      ['goldiehorns', 'It cares a LITTLE how it shines.'],
      [
        'Dwalinda',
        'Selling back costs you about half. Whoever buys a blade each level pays for the same blade twice.',
      ],
      ['Bettany.Barrow', 'The kettle remains not for sale.'],
    ],
  },
  {
    category: 'help',
    by: 'demo_player',
    hours: 118,
    title: 'How do I verify a fight?',
    body: 'I lost to @Torvik99 by two points and would like to be sure that it was the dice and not me. Somebody said the seed is shown afterwards. Where do I look?',
    replies: [
      [
        'demo_mod',
        'Open the fight from your activity. When it is over, the page shows the seed and the hash that stood there before the first blow. Take both and count again: every blow follows from them.',
      ],
      ['Torvik99', 'It was the dice. It was also you.'],
      ['acornathan', 'I did it once with acorns. It took all winter, and it was fair.'],
    ],
  },
  {
    category: 'help',
    by: 'Fenna.Foxglove',
    hours: 96,
    title: 'My energy is gone. Is that normal?',
    body: 'I woke up, fought four times, healed a lot, and now the ring says that I am too tired. Do I have to eat something?',
    replies: [
      ['Granny_Nettle', 'You have to sit down, dear. It comes back by itself.'],
      ['mossback', 'it comes back faster if you do not look at it'],
    ],
  },
  {
    category: 'off-topic',
    by: 'PearlDiver7',
    hours: 80,
    title: '<b>Free potions</b> & "gold" <script>alert(\'hic\')</script>',
    body: 'A travelling merchant told me that whoever writes this as a title makes <i>everybody</i> drunk.\n\n<img src=x onerror="alert(1)">\n\nNothing happened. I want my pearl back.',
    replies: [
      ['nightjar', 'I know that merchant. He sold me the moon. It was a plate.'],
      ['Nobody_Special', 'I feel slightly bolder, but not <b>bold</b>.'],
      ['demo_mod', 'Leaving this up as a warning to merchants.'],
    ],
  },
  {
    category: 'off-topic',
    by: 'tumbleweed',
    hours: 64,
    title: 'How your face looks when the fourth challenge of the day comes in',
    body: 'Mine:\nportrait:tumbleweed',
    replies: [
      ['little_howl', 'NO THIS ONE\nportrait:little_howl'],
      ['Tuck_n_Roll', 'Has somebody painted me?'],
    ],
  },
  {
    category: 'general',
    by: 'Nadir.Tidecaller',
    hours: 51,
    title: 'The weather glass, drawn anew',
    body: 'Our weather glass, drawn anew as the wind left him this morning:\n\nportrait:Squall\n\nA frown is rain. It is mostly a frown.',
    replies: [
      ['Captain_Merrow', 'Pinned it over the helm. The crew now refuses to sail on a frown.'],
      ['Squall', 'I take this personally.'],
    ],
  },
  {
    category: 'strategy',
    by: 'Rurik.Frostjaw',
    hours: 40,
    title: 'Striking first is overrated',
    body: 'The rules pay the second one back for it. I have stopped running to the ring.',
    replies: [
      ['Brannoch_Ashhand', 'You stopped running because your boots were frozen to the floor.'],
      ['frostbit_finn', 'no comment'],
      ['Omotola_Sunspear', 'He is right, though. Fifty of a hundred, over nine hundred fights.'],
    ],
  },
  {
    category: 'tales',
    by: 'Wandering.Wu',
    hours: 30,
    title: 'The inn at the end of the pass',
    body: 'It stands where the road forgets where it was going. The keeper asks no name and no coin: only a story that she has not heard.\n\nI paid with the one about the boots. She had heard it. So I washed dishes.\n\nWhat would you have paid with?',
    replies: [
      ['Corvina_Nightquill', 'A poem with a limp. They are lucky.'],
      ['OldKnut', 'The axe. Not the story of it. The axe.'],
      [
        'Ysolde_Greymane',
        'How the den got its name. It takes until breakfast, and she would have to wash them.',
      ],
      ['kettle_of_fish', 'A fine mess, told slowly.'],
    ],
  },
  {
    category: 'trading',
    by: 'Zahra-of-the-Reefs',
    hours: 22,
    title: 'Looking for: one left glove, brown',
    body: 'Not for me. It is for @dockside_deke, who has two of them now, and both are left.',
    replies: [['dockside_deke', 'One of them is not mine. I would like to know whose hand I am wearing.']],
  },
  {
    category: 'off-topic',
    by: 'moonmilk',
    hours: 9,
    title: 'unpopular opinion: breakfast',
    body: 'it hits harder than half of the arena and gives no experience',
    replies: [
      ['kettlewick', 'You had the porridge. Nobody told you to have the porridge.'],
      ['demo_player', 'It gave me experience. I will not have the porridge again.'],
    ],
  },
  {
    category: 'general',
    by: 'demo_mod',
    hours: 3,
    title: 'Ring closed for raking between midnight and one',
    body: 'The sand is to be turned. Fights that are open stay open; nobody loses one for it.',
  },
];
