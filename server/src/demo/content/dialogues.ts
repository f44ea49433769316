/** Comments on profiles. `{name}` is replaced with the first name of the profile's owner. */
export const COMMENTS: readonly string[] = [
  'Good fight yesterday. My shield arm still remembers it.',
  'Whoever taught you that feint, thank them for me. Then tell them to stop.',
  'Saw you hold out against three challenges in a row. Respect.',
  'Your portrait deserves a frame and a fire below it.',
  'Rematch on Friday? Loser buys the stew.',
  'I lost, I learned, I am back with a better shield.',
  'Welcome to the hold, {name}! Ask if you need anything.',
  'That last blow was lucky. So was mine. Well fought!',
  'Never trust a quiet fighter, they said. Now I know why.',
  'You left your gauntlet in the ring again. It is with the gatekeeper.',
  'Level up already? Some of us sleep, you know.',
  'Best-tempered opponent in the whole hold.',
  'I would follow that status anywhere.',
  'Who polishes your armour? Asking for a friend with soot problems.',
  'Tell your clan the ravens send their regards. And a pie.',
  'I bet two coins on you and bought lunch with it.',
  'One day I will beat you. Today was not that day.',
  'Thanks for the draught, {name}. I owe you one.',
  'The market folk still talk about that duel.',
  'If you ever need a sparring partner at odd hours, knock.',
  'Three rounds, two bruises, one new friend.',
  'You heal faster than I hit. It is rude.',
  'Found your tip about defense first. It works!',
  'My grandmother saw our fight and now she wants to meet you.',
  'Is it true you named your sword? What does it answer to?',
  'Good manners, hard fists. Come back soon, {name}.',
  'You fight like the tide: patient, and then all at once.',
  'I checked the seed of that fight. It was all fair. Sadly.',
  'Somebody carved your name into the training post. Spelled right, too.',
  'Next time I bring the pitch pot.',
];

/** A conversation with the visitor's player. This player's lines are marked `me`. */
export type Dialogue = {
  with: string;
  /** Hours since the conversation began, and hours since it ended. */
  from: number;
  to: number;
  /** True if the visitor has not read the messages after the last line marked `me`. */
  unread?: true;
  lines: readonly (readonly ['me' | 'them', string])[];
};

export const DIALOGUES: readonly Dialogue[] = [
  {
    with: 'kettlewick',
    from: 170,
    to: 1.2,
    unread: true,
    lines: [
      ['them', 'Ah, a new face! Has anybody shown you where the good soup is?'],
      ['me', 'Not yet. I found the ring first, and the floor of it shortly after.'],
      ['them', 'Everybody starts on that floor. It is a very democratic floor.'],
      ['me', 'How long until it stops hurting?'],
      ['them', 'About level five. Then it starts again, but with better stories.'],
      ['me', 'Any advice?'],
      [
        'them',
        'Heal before you are desperate. You get three in a fight, and nobody hands back the ones you saved.',
      ],
      ['me', 'I lost with three left. Twice.'],
      ['them', 'There you are, then. Also: buy armour before a bigger sword.'],
      ['me', 'The sword is shinier, though.'],
      ['them', 'The sword is ALWAYS shinier. That is how they get you.'],
      ['me', 'Fine. Armour it is.'],
      ['them', 'How did it go?'],
      ['me', 'I WON. By eleven points. I think I shouted.'],
      ['them', 'We heard you in the kitchen. The soup is on the house tonight.'],
      ['them', 'And bring your bruises, Mother Bellows collects the good ones.'],
    ],
  },
  {
    with: 'moonmilk',
    from: 51,
    to: 3.5,
    unread: true,
    lines: [
      ['them', 'well fought the other day! i had not seen that opening before'],
      ['me', 'I had not either, to be honest.'],
      ['them', 'ha. accidental genius is still genius'],
      ['me', 'Same time on Thursday?'],
      ['them', 'thursday is howling practice. friday?'],
      ['me', 'Friday is good.'],
      ['them', 'bring snacks'],
    ],
  },
  {
    with: 'acornathan',
    from: 160,
    to: 28,
    lines: [
      ['me', 'Thanks for going easy on me in my first fight.'],
      ['them', 'I was not going easy. Please do not tell the others.'],
      ['me', 'Your secret is safe.'],
      ['them', 'You are a good sort. If you ever need acorns, I know a place.'],
      ['me', 'What would I need acorns for?'],
      ['them', 'That is exactly what people say before they need acorns.'],
    ],
  },
  {
    with: 'demo_mod',
    from: 205,
    to: 204,
    lines: [
      ['them', 'Welcome to the hold. If anybody gives you trouble, tell me and not the ring.'],
      ['me', 'Thank you! So far everybody only gave me bruises.'],
      ['them', 'Then all is as it should be.'],
    ],
  },
  {
    with: 'bark_less_bite',
    from: 126,
    to: 76,
    lines: [
      ['them', 'You dropped this in the ring: one tooth (not mine, I counted).'],
      ['me', 'Keep it. Consider it a trophy.'],
      ['them', 'Framed.'],
    ],
  },
];
