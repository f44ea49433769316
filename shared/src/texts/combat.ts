import { formatCount } from '../format-number.ts';

/** A player in a sentence, either by name or as “you”. */
export type Participant = { name: string; you: boolean };

const subject = (who: Participant) => (who.you ? 'You' : who.name);
const object = (who: Participant) => (who.you ? 'you' : who.name);
const verb = (who: Participant, you: string, other: string) => (who.you ? you : other);
const self = (who: Participant) => (who.you ? 'yourself' : 'themself');

/** Texts of the fight screen and of fight errors. */
export const COMBAT_TEXTS = {
  tooWeak: "You're too weak to fight!",
  away: 'This player can’t be challenged right now.',
  attackFailed: 'Attack failed.',
  healFailed: 'Healing failed.',
  itemFailed: 'Failed to use item.',
  alreadyDefeated: (name: string) => `${name} is already defeated.`,
  youWereDefeated: 'You were defeated.',
  coins: (amount: number) => `Coins: +${amount}`,

  title: 'Fight',
  opening: 'Opening the fight…',
  openFailed: 'Failed to open the fight.',
  log: 'Battle Log',
  logEmpty: 'Nothing has happened yet. Attack first!',
  attack: 'Attack',
  heal: 'Heal',
  healFor: (energy: number) => `Heal (${energy} energy)`,
  useItem: 'Use an Item',
  noItems: 'You have no items to use in a fight. Get some in the Game Store.',
  knockedOut: 'Knocked out!',
  knockedOutYou: 'You’re knocked out and can’t attack.',
  knockedOutOther: (name: string) => `${name} is knocked out.`,
  level: (level: number) => `Level ${level}`,
  miss: 'Miss',
  critical: 'Critical!',
  joined: (name: string) => `${name} joined the fight`,
  isConnected: 'connected',
  retrying: 'No response yet. Trying again…',
  sounds: 'Sounds',
  queued: 'Next attack is queued',
  actions: 'Your actions',
  /** Using an item also uses up one heal. */
  left: (heals: number, items: number) => {
    if (items === 0) return `Left in this fight: ${formatCount(heals, 'heal')}.`;
    if (heals === 1) return 'Left in this fight: 1 heal or item.';
    return `Left in this fight: ${formatCount(heals, 'heal')}. An item counts as one.`;
  },
  heals: (amount: number) => `Heals ${amount} HP`,
  deals: (amount: number) => `Deals ${amount} Damage`,
  keys: 'Keyboard keys',
  exchangeFirst: 'Attack first, then you can heal or use an item again.',
  noHealsLeft: 'You have no heals left in this fight.',
  noItemsLeft: 'You have no items left in this fight.',
  fullHealth: 'You’re at full health.',
  victory: 'Victory!',
  victoryOver: (name: string) => `You defeated ${name}.`,
  defeat: 'Defeat',
  defeatBy: (name: string) => `${name} defeated you.`,
  ended: 'The fight is over.',
  xp: (amount: number) => `XP: +${amount}`,
  levelUp: (level: number) => `Level up! You’re now level ${level}.`,
  defeatHint: 'Your health comes back over time.',
  fightAgain: 'Fight again',
  recover: 'Heal with a potion',
  verify: 'Verify this fight',
  back: 'Back',
  retry: 'Try again',
  health: (name: string) => `Health of ${name}`,
  hp: (hp: number, max: number) => `${hp} of ${max} health`,
  balance: 'Your coins',
} as const;

/** The lines of the battle log, with the viewer as “you” if they take part. */
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

/** Texts of the page that recomputes a finished fight. */
export const VERIFY_TEXTS = {
  title: 'Verify this fight',
  loading: 'Loading the fight…',
  loadFailed: 'Failed to load this fight.',
  notOver: 'This fight doesn’t exist or isn’t over. You can verify a fight once it’s over.',
  passed: 'This fight was fair',
  passedText: 'Your browser replayed every attack from the seed and got the same result.',
  failed: 'Verification failed',
  failedText: 'Your browser’s result doesn’t match the recorded one. Don’t trust the recorded result.',
  checks: {
    seed: 'The seed matches the hash published before the first attack',
    witness: 'The hash and nonce are the ones your browser saw when the fight started',
    replay: 'Every action was allowed, and every random draw follows from the seed',
    health: 'The final health matches',
    winner: 'The winner matches',
  },
  right: 'Matches',
  wrong: 'Doesn’t match',
  expected: 'Recorded',
  computed: 'Computed here',
  nothing: 'nothing',
  winner: 'Winner',
  ended: (level: number, hp: number) => `Level ${level}, ended with ${hp} health`,
  drawsCount: (count: number) => formatCount(count, 'draw'),
  draw: (exchange: number, draw: number) => `Exchange ${exchange}, draw ${draw}`,
  story: 'Replay of the fight',
  inputs: 'Actions, in order',
  numbers: 'The numbers behind the draws',
  seed: 'Seed (secret until the end)',
  seedHash: 'Hash of the seed (known from the start)',
  nonce: 'Nonce (from the challenger’s browser)',
  rules: 'Rules version',
  fightId: 'Fight',
  how: 'Why this proves the fight was fair',
  explanation: [
    'Before the first attack, the server picked a secret seed and published its hash, a fingerprint that matches only this seed. After that, the server couldn’t change the seed without being caught.',
    'Then the challenger’s browser added its own number, the nonce. The seed was already fixed, so neither side could choose the outcome.',
    'Every random draw (whether an attack hits, how hard, and whether it’s critical) is computed only from the seed, the nonce and the fight, exchange and draw numbers. The seed was published when the fight ended.',
    'This page loaded the seed and both players’ actions, checked the hash, and replayed the whole fight on your device with the same rules.',
  ],
  inputAttack: (name: string) => `${name} attacks`,
  inputHeal: (name: string) => `${name} heals`,
  inputItem: (name: string, item: string) => `${name} uses ${item}`,
  inputSync: (name: string) => `${name} changed outside the fight`,
  inputForfeit: (name: string) => `${name} lost by leaving the fight`,
  copy: (what: string) => `Copy: ${what}`,
  copied: 'Copied',
  copyFailed: 'Failed to copy. Select the text and copy it yourself.',
} as const;
