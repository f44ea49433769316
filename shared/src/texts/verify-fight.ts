import { formatCount } from '../format-number.ts';

/** Texts of the page that recomputes a finished fight. */
export const VERIFY_TEXTS = {
  page: 'Fight',
  title: 'Verify this fight',
  loading: 'Loading the fight…',
  loadFailed: 'Failed to load this fight.',
  otherRules: 'This fight can’t be replayed',
  otherRulesText:
    'This page doesn’t know the rules of this fight. Reload the page to load the latest version of the site. If that doesn’t help, the fight is too old to be replayed, but its recorded result still counts.',
  /** Verdicts if all checks passed. Each key says how far the fight's nonces prove that the fight was fair. */
  passed: {
    full: 'This fight was fair',
    partial: 'Correct, but not fully proven fair',
    none: 'Correct, but not proven fair',
  },
  passedText: 'Your browser replayed every move from the seed and got the same result.',
  becameStrike: (move: string, exchange: number) =>
    `Your ${move} in exchange ${exchange} became Strike. That’s fair only if you no longer had the energy or item for it, or were at full health.`,
  noNonce:
    'Neither player’s browser added a number (nonce) to this fight, so the site alone chose the random numbers.',
  oneNonceMissing: (name: string) =>
    `${name}’s browser added no number (nonce) to this fight, so ${name} can’t be sure that the random numbers were fair.`,
  ownNonceMissing:
    'Your browser added no number (nonce) to this fight, so you can’t be sure that the random numbers were fair.',
  failed: 'Verification failed',
  failedText: 'This record failed at least one check. Don’t trust the recorded result.',
  checks: {
    seed: 'The seed matches the hash published before the first move',
    witness: 'The seed’s hash matches the one your browser received when the fight opened',
    nonce: 'Your nonce matches the one your browser sent',
    absentNonce: 'No nonce was added for a player who was away',
    replay: 'Every move was allowed, and every random number follows from the seed',
    moves: 'Your moves are the ones that your browser sent',
    seenInputs: 'The moves match every hash that your browser received during the fight',
    inputs: 'The moves and their results match the hash in the record',
    health: 'The final health matches',
    winner: 'The winner matches',
  },
  failedChecks: {
    seed: 'The seed doesn’t match the hash published before the first move',
    witness: 'The seed’s hash doesn’t match the one your browser received when the fight opened',
    nonce: 'Your nonce doesn’t match the one your browser sent',
    absentNonce: 'A nonce was added for a player who was away',
    replay: 'The fight can’t be replayed from its seed and actions',
    moves: 'Your moves aren’t the ones that your browser sent',
    seenInputs: 'The moves don’t match every hash that your browser received during the fight',
    inputs: 'The moves and their results don’t match the hash in the record',
    health: 'The final health doesn’t match',
    winner: 'The winner doesn’t match',
  },
  right: 'Passed',
  wrong: 'Failed',
  recorded: 'Recorded',
  computed: 'Computed here',
  replayed: 'Replayed here',
  expected: 'Expected',
  sent: 'Sent',
  received: 'Received',
  nothing: 'none',
  chosenByStyle: 'chosen by style',
  winner: 'Winner',
  ended: (level: number, hp: number) => `Level ${level}, ended with ${hp} health`,
  drawsCount: (count: number) => formatCount(count, 'draw'),
  draw: (exchange: number, draw: number) => `Exchange ${exchange}, draw ${draw}`,
  story: 'Every step, recomputed',
  inputs: 'Actions, in order',
  numbers: 'The numbers behind the draws',
  seed: 'Seed (secret until the end)',
  seedHash: 'Hash of the seed (known from the start)',
  inputsHash: 'Hash of the moves and their results',
  nonce: (name: string) => `Nonce from ${name}’s browser`,
  rules: 'Rules version',
  fightId: 'Fight',
  /** Heading of the explanation while the fight loads, or if a check failed. */
  how: 'How verification works',
  /** Headings of the explanation if all checks passed, with the same keys as `passed`. */
  proves: {
    full: 'Why this proves the fight was fair',
    partial: 'What this proves',
    none: 'What this proves',
  },
  /** The paragraphs of the explanation. One of `explanationOfNonces` is inserted after the first paragraph. */
  explanation: [
    'When the fight opened, the server picked a secret seed and published its hash, a fingerprint that matches only this seed. After that, the server couldn’t change the seed without being caught.',
    'A random draw decides whether a move hits, how hard it hits, whether it’s critical, and what a style chooses. Each draw is computed only from the seed, the nonces, and the numbers of the fight, the exchange and the draw. The seed was published when the fight ended.',
    'This page loaded the seed and both players’ actions, checked the hash, and replayed the fight on your device with the same rules. If you fought in this browser, the page also compared the fight with the hashes and moves that the browser stored during the fight.',
  ],
  explanationOfNonces: {
    full: 'With the first move, the browser of each player who is present can add its own number, the nonce. The seed is already fixed then, so neither the site nor a player alone can choose the outcome.',
    partial:
      'With the first move, the browser of each player who is present can add its own number, the nonce. In this fight, only one browser did. Its player can be sure that neither the site nor the opponent alone could choose the outcome. The other player can’t be sure of this.',
    none: 'With the first move, the browser of each player who is present can add its own number, the nonce. In this fight, neither browser did. So the site could have chosen a seed whose random numbers it knew.',
  },
  inputExchange: (one: string, other: string) => `${one}; ${other}`,
  chose: (name: string, move: string) => `${name} chose ${move}`,
  byStyle: (name: string) => `${name}’s style chose the move`,
  inputConcede: (name: string) => `${name} gave up`,
  inputSync: (name: string) => `${name}’s health or level changed outside the fight`,
  inputForfeit: (name: string) => `${name} lost by leaving the fight`,
  copy: (what: string) => `Copy: ${what}`,
  copied: 'Copied',
  copyFailed: 'Failed to copy. Select the text and copy it yourself.',
} as const;
