import { formatCount } from '../format-number.ts';
import type { Sentence } from './sentence.ts';

/** Texts of the coin store and of the pages after a payment. */
export const CHECKOUT_TEXTS = {
  lead: 'Win coins in fights, or buy a pack. You can get every item without buying coins.',
  coins: (coins: number) => formatCount(coins, 'coin'),
  eveningsToEarn: (evenings: string) => `You’d need about ${evenings} evenings to win this many coins.`,
  buy: (price: string) => `Buy for ${price}`,
  nameOfBuy: (name: string, coins: number, price: string) =>
    `Buy for ${price}: ${name}, ${formatCount(coins, 'coin')}`,
  opening: 'Opening the payment page…',
  failed: 'Failed to create checkout session',
  termsTitle: 'Before you buy',
  terms: [
    'Coins are non-refundable. They’re credited within seconds of the payment.',
    'For adults only: you must be 18 or older.',
    'Prices are in US dollars. Only the payment provider sees your card details.',
  ],
  receiptTo: (email: string) => `Your receipt will be sent to ${email}.`,
  receiptLater: 'Confirm your email address to get receipts.',
  sandbox: 'Test mode. You won’t be charged.',
  notSetUp: 'Payments aren’t set up.',
  notSetUpText: 'You can’t buy coins here, but you can win them in fights.',
  findOpponent: 'Find an opponent',
  unknownPack: 'This pack doesn’t exist.',
  limitReached: (packs: number) =>
    packs === 0
      ? 'Your limit is 0 packs. Raise it to buy coins.'
      : `Your limit is ${formatCount(packs, 'pack')} in 24 hours. Try again later.`,
  owed: (coins: number) =>
    `One of your payments was refunded or disputed after you spent its coins. You owe ${formatCount(coins, 'coin')}, which will be taken from your next pack.`,
  limitTitle: 'Purchase limit',
  limitText:
    'Limit how many packs you can buy in 24 hours. A lower limit takes effect right away, and a higher limit takes effect after 24 hours.',
  limitLabel: 'Packs in 24 hours',
  limitOption: (packs: number) => (packs === 0 ? 'No packs' : String(packs)),
  limitSave: 'Set limit',
  limitBought: (bought: number, packs: number) =>
    bought > packs
      ? `${formatCount(bought, 'pack')} bought in the last 24 hours.`
      : `${bought} of ${formatCount(packs, 'pack')} bought in the last 24 hours.`,
  limitNext: <T>(packs: number, time: T): Sentence<T> => [
    `Your limit changes to ${formatCount(packs, 'pack')} on `,
    time,
    '.',
  ],
  limitLowered: 'Your new limit applies now.',
  limitRaised: 'Your higher limit takes effect in 24 hours.',
  limitFailed: 'Failed to set your limit. Try again.',
  limitLoadFailed: 'Failed to load your limit.',
  loadFailed: 'Failed to load the coin packs.',
  thanks: 'Thank you!',
  soon: 'Your coins will arrive within seconds.',
  arrived: (coins: number) => `${formatCount(coins, 'coin was', 'coins were')} added to your balance.`,
  pending: 'Waiting for the payment provider…',
  notPaid: 'This payment was cancelled or refunded, so it adds no coins.',
  toStore: 'Go to the Game Store',
  again: 'Buy more coins',
  cancelled: 'Payment cancelled',
  cancelledText: 'You weren’t charged, and no coins were added.',
  back: 'Back to Buy Coins',
} as const;

/** Texts of the test payment page, which only local sites without a payment provider use. */
export const SANDBOX_TEXTS = {
  title: 'Test payment',
  mark: 'TEST – you won’t be charged',
  explain: 'This page replaces a payment provider. Choose the outcome of the payment.',
  pay: 'Pay',
  decline: 'Decline',
  back: 'Back',
  paid: 'You’ve already paid.',
  cancelled: 'This payment was declined or cancelled.',
  toSite: 'Back to Rivalhold',
  missing: 'Payment not found.',
  stale: 'This page is out of date. Go back and open it again.',
  broken: 'Something went wrong. Go back and try again.',
} as const;
