/** Somebody in a sentence: by name, or as the reader. */
export type Participant = { name: string; you: boolean };

const subject = (who: Participant) => (who.you ? 'You' : who.name);
const object = (who: Participant) => (who.you ? 'you' : who.name);
const verb = (who: Participant, you: string, other: string) => (who.you ? you : other);
const self = (who: Participant) => (who.you ? 'yourself' : 'themself');

/** Texts of the fight screen and its answers. */
export const COMBAT_TEXTS = {
  tooWeak: "You're too weak to fight!",
  away: 'This player cannot be challenged at the moment.',
  attackFailed: 'Attack failed.',
  healFailed: 'Healing failed.',
  itemFailed: 'Failed to use item.',
  alreadyDefeated: (name: string) => `${name} is already defeated.`,
  youWereDefeated: 'You were defeated.',
  coins: (amount: number) => `Coins: +${amount}`,

  title: 'Fight',
  opening: 'Stepping into the ring…',
  openFailed: 'The fight could not be opened.',
  log: 'Battle Log',
  logEmpty: 'Nothing has happened yet. Strike first!',
  attack: 'Attack',
  heal: 'Heal',
  healFor: (energy: number) => `Heal (${energy} energy)`,
  useItem: 'Use an Item',
  noItems: 'Nothing in your pack can be used in a fight.',
  knockedOut: 'Knocked out!',
  knockedOutYou: 'You are knocked out. You cannot attack.',
  knockedOutOther: (name: string) => `${name} is knocked out.`,
  level: (level: number) => `Level ${level}`,
  miss: 'Miss',
  critical: 'Critical!',
  joined: (name: string) => `${name} has stepped into the ring`,
  isConnected: 'in the ring',
  retrying: 'No answer yet. Trying once more…',
  sounds: 'Sounds',
  queued: 'Next strike is ready',
  actions: 'Your move',
  /** An item takes the place of a heal. */
  left: (heals: number, items: number) => {
    const left = `Left in this fight: ${heals} ${heals === 1 ? 'heal' : 'heals'}`;
    if (items === 0) return `${left}.`;
    return heals === 1 ? `${left}, or an item.` : `${left}; an item takes the place of one.`;
  },
  heals: (amount: number) => `Heals ${amount} HP`,
  deals: (amount: number) => `Deals ${amount} Damage`,
  keys: 'Keyboard keys',
  exchangeFirst: 'Strike first, then you may heal or use an item again.',
  noHealsLeft: 'No heals left in this fight.',
  noItemsLeft: 'No items left in this fight.',
  fullHealth: 'You are at full health.',
  victory: 'Victory!',
  victoryOver: (name: string) => `You have defeated ${name}.`,
  defeat: 'Defeat',
  defeatBy: (name: string) => `${name} has defeated you.`,
  ended: 'The fight is over.',
  xp: (amount: number) => `XP: +${amount}`,
  levelUp: (level: number) => `Level up! You are now level ${level}.`,
  defeatHint: 'Wounds heal with time. Come back stronger.',
  fightAgain: 'Fight again',
  recover: 'Heal with a potion',
  verify: 'Verify this fight',
  back: 'Back',
  retry: 'Try again',
  health: (name: string) => `Health of ${name}`,
  hp: (hp: number, max: number) => `${hp} of ${max} health`,
  balance: 'Your coins',
} as const;

/** A fight told line by line, with the reader as 'you' where the reader takes part. */
export const COMBAT_NARRATION = {
  begin: (by: Participant, to: Participant) =>
    `${subject(by)} ${verb(by, 'challenge', 'challenges')} ${object(to)}.`,
  hit: (by: Participant, to: Participant, amount: number) =>
    `${subject(by)} ${verb(by, 'hit', 'hits')} ${object(to)} for ${amount}.`,
  critical: (by: Participant, to: Participant, amount: number) =>
    `Critical! ${subject(by)} ${verb(by, 'strike', 'strikes')} ${object(to)} for ${amount}.`,
  miss: (by: Participant, to: Participant) => `${subject(by)} ${verb(by, 'miss', 'misses')} ${object(to)}.`,
  heal: (by: Participant, amount: number) =>
    `${subject(by)} ${verb(by, 'heal', 'heals')} ${self(by)} for ${amount}.`,
  itemHeals: (by: Participant, item: string, amount: number) =>
    `${subject(by)} ${verb(by, 'use', 'uses')} ${item} and ${verb(by, 'regain', 'regains')} ${amount}.`,
  itemHits: (by: Participant, to: Participant, item: string, amount: number) =>
    `${subject(by)} ${verb(by, 'hurl', 'hurls')} ${item} at ${object(to)} for ${amount}.`,
  itemUsed: (by: Participant, item: string) => `${subject(by)} ${verb(by, 'use', 'uses')} ${item}.`,
  sync: (by: Participant) => `Something outside this fight changes ${object(by)}.`,
  won: (who: Participant, loser: Participant) =>
    `${subject(who)} ${verb(who, 'have', 'has')} defeated ${object(loser)}!`,
  unknownItem: 'an item',
} as const;

/** Texts of the view that recomputes a finished fight. */
export const VERIFY_TEXTS = {
  title: 'Verify this fight',
  loading: 'Loading the fight…',
  loadFailed: 'This fight could not be loaded.',
  notOver: 'There is no such fight to verify. A fight can be verified once it is over.',
  passed: 'This fight was fair',
  passedText: 'Your browser has fought it again from the seed, strike by strike, and came to the same end.',
  failed: 'Verification failed',
  failedText: 'What your browser computed does not match what was recorded. Do not trust this result.',
  checks: {
    seed: 'The seed fits the hash that was given before the first strike',
    witness: 'Hash and nonce are those that this browser was shown when the fight began',
    replay: 'Everything that was done could be done, and each draw follows from the seed',
    health: 'The final health is the same',
    winner: 'The winner is the same',
  },
  right: 'Matches',
  wrong: 'Does not match',
  expected: 'Recorded',
  computed: 'Computed here',
  nothing: 'nothing',
  winner: 'Winner',
  ended: (level: number, hp: number) => `Level ${level}, ended with ${hp} health`,
  drawsCount: (count: number) => `${count} ${count === 1 ? 'draw' : 'draws'}`,
  draw: (exchange: number, draw: number) => `Exchange ${exchange}, draw ${draw}`,
  story: 'The fight, fought again',
  inputs: 'What was done, in order',
  numbers: 'The numbers it was drawn from',
  seed: 'Seed (secret until the end)',
  seedHash: 'Hash of the seed (known from the start)',
  nonce: "Nonce (from the challenger's browser)",
  rules: 'Rules version',
  fightId: 'Fight',
  how: 'Why this proves it',
  explanation: [
    'Before the first strike the server drew a secret seed and published its hash: a fingerprint that fits this seed and no other. From then on it could not exchange the seed without being found out.',
    "Then the challenger's browser added a number of its own, the nonce. The server had fixed its seed before it saw the nonce, so neither side could choose the outcome.",
    'Every draw of chance, whether a strike lands, how hard, whether it is critical, is computed from seed, nonce, fight, exchange and draw number alone. When the fight ended the seed was published.',
    'This page has fetched the seed and the list of what both players did, checked the hash, and fought the whole fight again on your device with the same rules.',
  ],
  inputAttack: 'attacks',
  inputHeal: 'heals',
  inputItem: (item: string) => `uses ${item}`,
  inputSync: 'was changed from outside the fight',
  inputForfeit: 'lost by leaving the fight',
  copy: (what: string) => `Copy: ${what}`,
  copied: 'Copied',
  copyFailed: 'It could not be copied. Mark it and copy it by hand.',
} as const;
