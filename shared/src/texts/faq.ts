import { ODDS } from '../combat/odds.ts';
import { LIMITS } from '../limits.ts';
import { HOUR } from '../time-units.ts';

/** /faq: question and answer, in groups. */
export const FAQ = {
  title: 'Questions and answers',
  lead: 'What newcomers ask in their first week.',
  guide: 'How fights, levels and coins work, with every number:',
  guideLink: 'The guide',
  groups: [
    {
      title: 'The hold',
      entries: [
        {
          question: 'Who can play?',
          answer: ['Adults only (18+). You confirm it when you sign up.'],
        },
        {
          question: 'What does it cost?',
          answer: ['Nothing. Coins are won in fights. Coins that are bought are non-refundable.'],
        },
        {
          question: 'How do I get help?',
          answer: ['Write to the address on the support page. We answer within 1-3 business days.'],
        },
        {
          question: 'Can I play on my phone?',
          answer: ['Yes, in its browser, with everything the large screen has.'],
        },
      ],
    },
    {
      title: 'Fighting',
      entries: [
        {
          question: 'How does a fight go?',
          answer: [
            'Open somebody’s profile and press Challenge. Each attack is one exchange: you strike, and an opponent still standing strikes back. Every strike may miss, hit or hit critically. It ends when one of you is at 0.',
            'Your opponent need not be there. If they are, they can strike, heal and use items as you can, and you both see everything at once.',
          ],
        },
        {
          question: 'What can I do beside attacking?',
          answer: [
            `Heal with energy, or use an item. You can do so once before each exchange that you begin, and ${LIMITS.combat.healsPerFight} times in a fight, of which ${LIMITS.combat.itemsPerFight} may be an item.`,
          ],
        },
        {
          question: 'What do my weapon and armor do?',
          answer: [
            'A weapon adds its damage to your attack, an armor its defense to yours; the best one of each counts, without being put on. The hold lends everybody plain steel that grows with their level, so what you bought counts as long as it is better. How long that is stands on each piece.',
          ],
        },
        {
          question: 'Can somebody buy victories?',
          answer: [
            `No. All that the store sells at a level, against an equal who owns nothing, wins at most ${ODDS.bought} fights in 100 more. And who spends the coins they win can have the best of their level when they reach it.`,
          ],
        },
        {
          question: 'I’m too weak to fight. What now?',
          answer: [
            'Health and energy come back by themselves with time, also while you are away. A heal or a potion is quicker. While a fight that you began is open, health does not come back by itself.',
          ],
        },
        {
          question: 'What do I win?',
          answer: [
            'Experience and coins. Beating somebody stronger brings more; beating the same one again and again brings less each time, down to nothing, for a day.',
          ],
        },
        {
          question: 'I left in the middle of a fight. Is it lost?',
          answer: [
            `It waits for you under Fights. Without an exchange for ${LIMITS.combat.abandonedAfterMs / HOUR} hours it is lost by the one who began it.`,
          ],
        },
      ],
    },
    {
      title: 'Fairness',
      entries: [
        {
          question: 'How do I know that the dice are not loaded?',
          answer: [
            'Before the first blow the server draws a secret seed of 32 random bytes and shows you its hash: the sealed envelope. After that it looks at a number your own browser may add. Every chance in the fight is computed from these two.',
            'When the fight is over the seed is shown. Anybody can check that it fits the hash, and recompute every blow.',
          ],
        },
        {
          question: 'How do I verify a fight?',
          answer: [
            'Open a fight that is over and choose “Verify this fight”. Your own browser recomputes it from the rules, the seed and what both of you did, and shows whether all of it matches. Nothing of this is done by the server.',
          ],
        },
        {
          question: 'Is the one who begins at an advantage?',
          answer: [
            'Striking first is compensated in the rules: equal characters win half of their fights, whoever begins. We measure it over thousands of fights.',
          ],
        },
      ],
    },
    {
      title: 'Account and safety',
      entries: [
        {
          question: 'I forgot my password.',
          answer: [
            'Choose “Forgot password?” at the log-in. We mail you a link that is valid for one hour and works once. All your sessions end when you use it.',
          ],
        },
        {
          question: 'Somebody else may be signed in as me.',
          answer: [
            'Open the settings: they list every session with device, address and last use. “Sign out others” ends all but yours; then change your password.',
          ],
        },
        {
          question: 'Are my pictures in messages kept?',
          answer: [
            'Media sent as temporary may be auto-deleted after 24 hours. Everything else stays until whoever sent it deletes it.',
          ],
        },
        {
          question: 'Do you track me?',
          answer: [
            'No. There is a session cookie, a CSRF token and a socket id. There are no ads and no third-party analytics.',
          ],
        },
      ],
    },
  ],
} as const;
