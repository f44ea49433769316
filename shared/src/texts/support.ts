/** /support */
export const SUPPORT = {
  title: 'Support',
  lead: 'A person reads what you write. You have an answer within 1-3 business days.',
  writeTitle: 'Write to us',
  writeText: 'Tell us your username, what you did, what happened and when. A picture of the screen helps.',
  addressFailed: 'The address could not be loaded.',
  firstTitle: 'Perhaps it is quicker this way',
  first: [
    { text: 'Forgotten your password?', link: 'Choose a new one', to: '/forgot-password' },
    { text: 'How do fights and their verification work?', link: 'Read the guide', to: '/guide' },
    { text: 'What is stored about you?', link: 'Read Privacy', to: '/privacy' },
    { text: 'What is allowed?', link: 'Read the Terms', to: '/terms' },
  ],
  dangerTitle: 'Somebody is in danger',
  dangerText:
    'If you believe that somebody may come to harm, call the emergency number of your country first, then write to us with “urgent” in the subject.',
  paymentTitle: 'Payments',
  paymentText:
    'Coins are non-refundable. If you paid and nothing arrived within a few minutes, send us the time and the amount, never a card number.',
  sourceTitle: 'Source code',
  sourceText:
    'Rivalhold is free software under the GNU Affero General Public License, version 3 or later: whoever plays here may have the source of exactly this site, change it and pass it on.',
  sourceLink: 'Get the source',
  sourceAsk: 'Ask for it at the address above; you get it for nothing.',
  creditsTitle: 'Credits',
  creditsIcons:
    'The pictures of items, stats and deeds are from game-icons.net, by Lorc, Delapouite and contributors,',
  creditsLicence: 'under CC BY 3.0',
  creditsFonts:
    'The typefaces are Chakra Petch by Cadson Demak and Inter by Rasmus Andersson, under the Open Font License.',
} as const;
