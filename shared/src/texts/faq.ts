import { HEAVY_FOCUS } from '../fights/moves.ts';
import { FIGHT_NUMBERS, FOCUS_MAX } from '../fights/numbers.ts';
import { ODDS } from '../fights/odds.ts';
import { formatCount } from '../format-number.ts';
import { LIMITS } from '../limits.ts';
import { HOUR } from '../time-units.ts';

/** Texts of /faq: groups of questions and answers. */
export const FAQ = {
  title: 'Questions and answers',
  lead: 'Answers to the questions new players ask most.',
  guide: 'How fights, levels and coins work, with all the numbers:',
  guideLink: 'Read the guide',
  groups: [
    {
      title: 'The basics',
      entries: [
        {
          question: 'Who can play?',
          answer: ['Adults only (18+). You confirm your age when you sign up.'],
        },
        {
          question: 'What does it cost?',
          answer: [
            'Nothing. You win coins in fights. If you like, you can also buy coins, which are non-refundable.',
          ],
        },
        {
          question: 'How do I get help?',
          answer: ['Write to the address on the Support page. You get an answer within 1-3 business days.'],
        },
        {
          question: 'Can I play on my phone?',
          answer: ['Yes. Open the site in your phone’s browser. Everything works there, too.'],
        },
      ],
    },
    {
      title: 'Fighting',
      entries: [
        {
          question: 'How does a fight work?',
          answer: [
            'Open a player’s profile and press Challenge. In each exchange you both choose a move in secret, and the moves are revealed together: Strike beats Feint, Feint beats Guard, Guard beats Strike. The fight ends when one of you is at 0 health.',
            'Your opponent doesn’t have to be online: their fight style chooses their moves. If they’re online and accept your challenge, they choose their own moves.',
          ],
        },
        {
          question: 'What can I do besides attacking?',
          answer: [
            `You can Guard, Feint, or use a Heavy, which costs focus. Instead of a move, you can also heal, which costs energy, or use an item. In each fight, you can heal ${formatCount(FIGHT_NUMBERS.heals, 'time')} and use ${formatCount(FIGHT_NUMBERS.items, 'item')}.`,
          ],
        },
        {
          question: 'What is focus?',
          answer: [
            `You gain 1 focus each time your move beats theirs, up to ${FOCUS_MAX}. A Heavy costs ${HEAVY_FOCUS} and does the most damage.`,
          ],
        },
        {
          question: 'Can I practice without losing anything?',
          answer: [
            'Yes. Practice has three short lessons and sparring partners of every skill level. It costs no energy, and the fights don’t count.',
          ],
        },
        {
          question: 'Who fights for me while I’m away?',
          answer: [
            'Your style. On the Fight style page, you can choose a ready-made style or write your own. The page also shows how many fights your style has won. If you’re challenged, the fight pays and counts for you only if you choose at least one move yourself.',
          ],
        },
        {
          question: 'What do my weapon and armor do?',
          answer: [
            'A weapon adds to your attack, and armor adds to your defense. Your best weapon and your best armor count automatically; you don’t have to equip anything. Everyone also has basic gear, which improves with their level. A weapon or armor you bought counts as long as it’s better than your basic gear. Its description names the last level at which it’s better.',
          ],
        },
        {
          question: 'Can players buy victories?',
          answer: [
            `No. With the best items in the Store, you win at most ${ODDS.bought.max} more fights in 100 against an equal opponent who owns nothing. The coins you win are enough to buy the best items for each level by the time you reach it.`,
          ],
        },
        {
          question: 'I’m too weak to fight. What now?',
          answer: [
            'Health and energy come back over time, even while you’re away. Healing or drinking a potion is faster. Health doesn’t come back while a fight you started is open.',
          ],
        },
        {
          question: 'What do I win?',
          answer: [
            'Experience and coins. Beating a stronger player pays more. Beating the same player several times in a day pays less each time, down to nothing.',
          ],
        },
        {
          question: 'I left in the middle of a fight. Is it lost?',
          answer: [
            `No, unless it’s ranked and you miss two moves in a row. It stays under Fights, and if your opponent plays on, your style chooses your moves. After ${formatCount(LIMITS.combat.abandonedAfterMs / HOUR, 'hour')} without an exchange, the player who started it loses.`,
          ],
        },
      ],
    },
    {
      title: 'Fairness',
      entries: [
        {
          question: 'How do I know that fights aren’t rigged?',
          answer: [
            'When a fight opens, the server draws a secret seed and shows you its hash. After that, each player’s browser adds its own number with the first move. Every random result in the fight is computed from the seed and these numbers.',
            'When the fight is over, the seed is shown. Anyone can check that it matches the hash and recompute every exchange.',
          ],
        },
        {
          question: 'How do I verify a fight?',
          answer: [
            'Choose “Verify this fight” at the end of the fight, or later choose Replay next to the fight under Fights. Your browser recomputes the fight from the rules, the seed and what both players did, and shows whether everything matches. The server takes no part in this.',
          ],
        },
        {
          question: 'Does the player who starts have an advantage?',
          answer: [
            'No. Both moves are revealed together. Equal players who play equally well each win half of their fights, no matter who starts. Thousands of simulated fights confirm this.',
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
            'Choose “Forgot password?” when you log in. You get an email with a link that is valid for one hour and works once. Using it ends all your sessions.',
          ],
        },
        {
          question: 'Someone else may be logged in as me.',
          answer: [
            'Open Settings. It lists every session with its device, IP address and last use. “Log out other sessions” ends every session except the one you’re using. Then change your password.',
          ],
        },
        {
          question: 'How long are pictures in messages kept?',
          answer: [
            'Media sent as temporary may be auto-deleted after 24 hours. Everything else stays until its sender deletes it.',
          ],
        },
        {
          question: 'Do you track me?',
          answer: [
            'No. The site uses only a session cookie, a CSRF token and a socket ID. There are no ads and no third-party analytics.',
          ],
        },
      ],
    },
  ],
} as const;
