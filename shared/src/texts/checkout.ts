/** Texts of the coin store, of paying, and of the payment page that takes no money. */
export const CHECKOUT_TEXTS = {
  lead: 'Coins are won in fights. If you would rather fight less, buy a pack: it buys nothing that cannot be won.',
  coins: (coins: number) => `${coins} coins`,
  evenings: (evenings: string) => `As many as ${evenings} evenings in the ring bring.`,
  buy: (price: string) => `Buy for ${price}`,
  nameOfBuy: (name: string, coins: number, price: string) => `Buy for ${price}: ${name}, ${coins} coins`,
  opening: 'Opening the payment page…',
  failed: 'Failed to create checkout session',
  termsTitle: 'Before you buy',
  terms: [
    'Coins are non-refundable, and are credited within seconds of the payment.',
    'For adults only: you must be 18 or older.',
    'Prices are in US dollars. Your card is read by the payment provider alone; this site never sees it.',
  ],
  receiptTo: (email: string) => `A receipt is sent to ${email}.`,
  receiptLater: 'Confirm your email address to be sent your receipts.',
  sandbox: 'Payments are on trial here: the payment page is a test and takes no money.',
  notSetUp: 'Payments are not set up.',
  notSetUpText: 'Coins cannot be bought here. Every victory pays one.',
  findOpponent: 'Find an opponent',
  unknownPack: 'There is no such pack.',
  limitReached: (packs: number) =>
    packs === 0
      ? 'You have set your limit to no packs.'
      : `Your limit is ${packs} ${packs === 1 ? 'pack' : 'packs'} in 24 hours. Try again later.`,
  owed: (coins: number) =>
    `A payment of yours was returned after its coins were spent. ${coins} ${coins === 1 ? 'coin is' : 'coins are'} still owed and will be taken from the next pack.`,
  limitTitle: 'Your limit',
  limitText:
    'How many packs you may buy in 24 hours. A lower limit holds at once; a higher one only after 24 hours.',
  limitLabel: 'Packs in 24 hours',
  limitOption: (packs: number) => (packs === 0 ? 'None' : String(packs)),
  limitSave: 'Set limit',
  limitBought: (bought: number, packs: number) =>
    bought > packs
      ? `${bought} ${bought === 1 ? 'pack' : 'packs'} bought in the last 24 hours.`
      : `${bought} of ${packs} bought in the last 24 hours.`,
  limitNext: (packs: number) => `Your limit will be ${packs} ${packs === 1 ? 'pack' : 'packs'} from`,
  limitLowered: 'Your new limit holds from now on.',
  limitRaised: 'Your higher limit holds in 24 hours.',
  limitFailed: 'Your limit could not be set.',
  limitLoadFailed: 'Your limit could not be loaded.',
  loadFailed: 'The coin store could not be opened.',
  thanks: 'Thank you!',
  soon: 'Your coins are on their way: they are credited within seconds.',
  arrived: (coins: number) => `${coins} coins were added to your balance.`,
  pending: 'Waiting for the payment provider…',
  notPaid: 'This payment was not completed, and nothing was credited.',
  toStore: 'To the Game Store',
  again: 'Buy more coins',
  cancelled: 'Payment cancelled',
  cancelledText: 'Nothing was paid and no coins were bought.',
  back: 'Back to the coin store',
} as const;

/** The payment page of a site without a payment provider. */
export const SANDBOX_TEXTS = {
  title: 'Test payment',
  mark: 'TEST — no money is taken',
  explain: 'This page stands in for a card payment provider. Choose how the payment is to end.',
  pay: 'Pay',
  decline: 'Decline',
  back: 'Back',
  paid: 'This payment is paid already.',
  cancelled: 'This payment was declined or closed.',
  toSite: 'Back to Rivalhold',
  missing: 'There is no such payment.',
  stale: 'This page is out of date. Go back and open it again.',
  broken: 'Something went wrong. Go back and try again.',
} as const;
