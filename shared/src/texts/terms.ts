import type { TextDocument } from './document.ts';

/** Texts of /terms. */
export const TERMS: TextDocument = {
  title: 'Terms of use',
  lead: 'The rules of Rivalhold, in plain language. By creating a character you agree to them.',
  sections: [
    {
      title: 'Who may play',
      paragraphs: [
        'Rivalhold is for adults. When you sign up, you confirm that you are 18 or older, and we store the time of this confirmation. We close the account of anyone younger as soon as we learn of it.',
        'Each person may play one character. You are responsible for what is done with your account: keep your password to yourself, and check the list of your sessions in Settings now and then.',
      ],
    },
    {
      title: 'How we treat each other',
      paragraphs: ['Rivals fight each other in the game and respect each other outside of it. You may not:'],
      points: [
        'threaten, harass or stalk anyone, or publish what was shared in private;',
        'post anything that is illegal, sexualizes minors, or spreads hate against groups of people;',
        'pretend to be someone else, especially staff;',
        'advertise, send bulk messages, or lure others to harmful sites;',
        'play with scripts, attack the site, or exploit a bug instead of reporting it.',
      ],
    },
    {
      title: 'If someone breaks these rules',
      paragraphs: [
        'Staff may remove content that breaks these rules, and mute its author for a time. If the violation is serious or repeated, they may suspend or close the account. We tell you the rule, the reason and, if there is one, the end date, under “Decisions about you” in Settings. Every staff action is recorded. If you think a decision is wrong, you can appeal once within six months, even while your account is suspended. Another staff member answers. If the site has only one admin, the admin who made the decision may also answer. In this case, a note below the answer says so.',
      ],
    },
    {
      title: 'Fights',
      paragraphs: [
        'The outcome of a fight follows from the rules, what both players did, and a random seed that is fixed before the first attack and published after the last. If recomputing a fight gives the recorded result, this result is final. If a fight has no exchange for 24 hours, the player who started it loses.',
        'We may change rules and prices to keep the game balanced. New fight rules apply only to fights that start after the change. Finished fights keep their recorded result, but the site may no longer be able to replay them. If an open fight can’t continue under its rules, it ends when a player gives up or, unless it is ranked, 24 hours after the last exchange.',
        'When a fight is over, others can watch it to the extent that you and your opponent allow in Settings. If you don’t choose, everybody can watch ranked fights, even without an account, and logged-in players can watch other fights.',
      ],
    },
    {
      title: 'Coins and purchases',
      paragraphs: [
        'Coins and items are part of the game. They have no value outside of it, cannot be exchanged for money, and cannot be sold to others outside of the site.',
        'Coins are non-refundable. If the law of your country gives you a right to withdraw or to a refund, you keep that right. If you paid and something did not arrive, write to support with the time of the payment.',
      ],
    },
    {
      title: 'What you post stays yours',
      paragraphs: [
        'You allow us to store what you post, and to show it on this site until it is deleted, but nothing beyond that. You must have the right to post it.',
      ],
    },
    {
      title: 'Leaving',
      paragraphs: [
        'You can stop at any time. You can delete your account at the bottom of the Edit Profile page. Your email address, names, profile and pictures are deleted; what you wrote to others stays under “Deleted player”. Nobody can use your username again.',
      ],
    },
    {
      title: 'Our liability',
      paragraphs: [
        'We run the site with care, but not without interruption, and we cannot promise that nothing is ever lost. We are liable without limit for intent and gross negligence, and wherever the law requires it. In all other cases, we are liable only for damage that could be foreseen.',
        'If these terms change in a way that matters to you, we’ll tell you on the site before the change takes effect.',
      ],
    },
  ],
};
