import type { Sentence } from './sentence.ts';
/** Texts of /support. */
export const SUPPORT = {
  title: 'Support',
  lead: 'A person reads every message. You get an answer within 1-3 business days.',
  writeTitle: 'Write to us',
  writeText: 'Tell us your username, what you did, what happened and when. A screenshot helps.',
  addressFailed: 'Failed to load the support email address.',
  firstTitle: 'Quick answers',
  first: [
    { text: 'Forgot your password?', link: 'Choose a new one', to: '/forgot-password' },
    { text: 'How do fights and their verification work?', link: 'Read the guide', to: '/guide' },
    { text: 'What is stored about you?', link: 'Read the privacy page', to: '/privacy' },
    { text: 'What is allowed?', link: 'Read the Terms', to: '/terms' },
  ],
  dangerTitle: 'Someone is in danger',
  dangerText:
    'If you believe that someone could be harmed, first call the emergency number of your country. Then write to us with “urgent” in the subject.',
  paymentTitle: 'Payments',
  paymentText:
    'Coins are non-refundable. If you paid and no coins arrived within a few minutes, send us the time and the amount. Never send a card number.',
  sourceTitle: 'Source code',
  sourceText:
    'Rivalhold is free software under the GNU Affero General Public License, version 3 or later. As a player, you can get, change and share the source code of this exact site.',
  sourceLink: 'Get the source',
  sourceAsk: 'Ask for the source code at the email address above. It’s free.',
  creditsTitle: 'Credits',
  credits: <T>(license: T, site: T): Sentence<T> => [
    'The icons of items, stats and actions are by Lorc, Delapouite and contributors, under ',
    license,
    ', from ',
    site,
    '.',
  ],
  creditsLicense: 'CC BY 3.0',
  creditsSite: 'game-icons.net',
  creditsFonts:
    'The fonts are Chakra Petch by Cadson Demak and Inter by Rasmus Andersson, under the Open Font License.',
} as const;
