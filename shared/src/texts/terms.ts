import type { TextDocument } from './document.ts';

/** /terms */
export const TERMS: TextDocument = {
  title: 'Terms of use',
  lead: 'The rules of the hold, in words meant to be read. By creating a character you agree to them.',
  sections: [
    {
      title: 'Who may play',
      paragraphs: [
        'Rivalhold is for adults. You confirm at sign-up that you are 18 or older, and we store when you did. An account of somebody younger is closed as soon as we learn of it.',
        'One person plays one character. You are responsible for what is done with your account: keep your password to yourself, and look now and then at the list of your sessions in the settings.',
      ],
    },
    {
      title: 'How we treat each other',
      paragraphs: ['A rival is a rival in the ring and a guest outside of it. You do not:'],
      points: [
        'threaten, harass or stalk anybody, or publish what was told in private;',
        'post anything illegal, anything that sexualises minors, or hate against groups of people;',
        'pretend to be somebody else, staff in particular;',
        'advertise, send bulk messages, or lure others to places that harm them;',
        'play by script, attack the site, or use a fault of it instead of reporting it.',
      ],
    },
    {
      title: 'What happens if somebody does',
      paragraphs: [
        'Staff may remove what breaks these rules, mute its author for a time, and suspend or close the account when it is serious or happens again. You are told the reason and, where there is one, the end. Every act of staff is recorded. If you think one was wrong, write to support.',
      ],
    },
    {
      title: 'Fights',
      paragraphs: [
        'The outcome of a fight follows from its rules, what both players did, and a seed that is sealed before the first blow and published after the last. A fight that can be recomputed stands. A fight left without a blow for 24 hours is lost by the one who began it.',
        'We may change rules and prices for the balance of the game. An old fight is always judged by the rules it was fought by.',
      ],
    },
    {
      title: 'Coins and purchases',
      paragraphs: [
        'Coins and items are part of the game. They have no value outside of it, cannot be exchanged for money, and cannot be sold to others outside of the site.',
        'Coins are non-refundable. Where the law of your country gives you a right to withdraw or to a refund, this sentence does not take it away. If something was paid and did not arrive, write to support with the time of the payment.',
      ],
    },
    {
      title: 'What you post stays yours',
      paragraphs: [
        'You allow us to store and show it on this site for as long as it stands there, and nothing beyond that. You must be allowed to post it.',
      ],
    },
    {
      title: 'Leaving',
      paragraphs: [
        'You can stop at any time. Delete your account at the end of the page where you edit your profile: your e-mail address, names, profile and pictures go; what you wrote to others stays under “Deleted player”. A name is never given to somebody else.',
      ],
    },
    {
      title: 'What we answer for',
      paragraphs: [
        'We run the hold with care, but not without interruption, and we cannot promise that nothing is ever lost. We answer without limit for intent and gross negligence and wherever the law says so; otherwise only for what could be foreseen.',
        'When these terms change in a way that matters to you, you are told on the site before it takes effect.',
      ],
    },
  ],
};
