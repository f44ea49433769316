import type { DefeatHint } from '../fights/defeat-review.ts';
import { HEAVY_FOCUS } from '../fights/moves.ts';
import { formatPercent } from '../format-decimal.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import type { Sentence } from './sentence.ts';

/** Texts of the fight screen and of fight errors. */
export const COMBAT_TEXTS = {
  tooWeak: "You're too weak to fight!",
  away: 'This player can’t be challenged right now.',
  attackFailed: 'Attack failed.',
  itemFailed: 'Failed to use item.',
  alreadyDefeated: (name: string) => `${name} is already defeated.`,
  youWereDefeated: 'You were defeated.',
  coins: (amount: number) => `Coins: +${formatNumber(amount)}`,

  title: 'Fight',
  opening: 'Opening the fight…',
  openFailed: 'Failed to open the fight.',
  otherRules:
    'This server doesn’t support the rules of this fight. Try again in a few minutes. If that doesn’t help, the fight can’t continue, and you can only give up.',
  log: 'Battle Log',
  /**
   * Explains the two numbers on a line of the log, which are the changes in the fighters' health. Spectators see
   * `logFiguresWatched`.
   */
  logFigures: 'You / opponent',
  logFiguresWatched: 'Left / right',
  logEmpty: 'Nothing has happened yet. Choose a move!',
  attack: 'Attack',
  moveChosen: 'Move chosen. Waiting for your opponent.',
  alreadyChosen: 'You have already chosen a move.',
  tooLate: 'Too late: this exchange is over.',
  heal: 'Heal',
  useItem: 'Use an Item',
  noItems: 'You have no items to use in a fight. Get some in the Game Store.',
  knockedOut: 'Knocked out!',
  knockedOutYou: 'You’re knocked out and can’t attack.',
  knockedOutOther: (name: string) => `${name} is knocked out.`,
  level: (level: number) => `Level ${level}`,
  levelXp: (level: number) => `Level ${level} · XP`,
  miss: 'Miss',
  critical: 'Critical!',
  joined: (name: string) => `${name} joined the fight. Choose your move.`,
  isConnected: 'live',
  retrying: 'No response yet. Trying again…',
  sounds: 'Sounds',
  queued: 'Next attack is queued',
  actions: 'Your actions',
  remaining: (heals: number, items: number) =>
    `Left in this fight: ${formatCount(heals, 'heal')}, ${formatCount(items, 'item')}.`,
  leftCount: (count: number) => `${formatNumber(count)} left`,
  energy: (energy: number) => `${formatNumber(energy)} energy`,
  heals: (amount: number) => `Heals ${formatNumber(amount)} HP`,
  deals: (amount: number) => `Deals ${formatNumber(amount)} Damage`,
  keys: 'Keyboard shortcuts',
  noFocus: `Heavy costs ${HEAVY_FOCUS} focus. Beat your opponent’s move to gain 1 focus.`,
  focus: (focus: number) => `Focus: ${focus}.`,
  focusOf: (name: string, focus: number, max: number) => `${name}’s focus: ${focus} of ${max}`,
  focusCost: (focus: number) => `${formatNumber(focus)} focus`,
  exchange: (exchange: number) => `Exchange ${exchange}`,
  fury: (percent: number) => `Fury +${formatPercent(percent)}`,
  furyStarts: (percent: number) => `Fury rises: all hits do ${formatPercent(percent)} more damage.`,
  nextFury: (percent: number) => `Next: Fury +${formatPercent(percent)}.`,
  lastExchange: 'Last exchange: the player with the higher percentage of health wins.',
  help: 'How to fight',
  items: 'Items',
  noEnergy: (energy: number) => `You need ${formatNumber(energy)} energy to heal.`,
  weapon: (name: string) => `Weapon: ${name}`,
  armor: (name: string) => `Armor: ${name}`,
  baseGear: 'basic',
  lastMoves: (name: string) => `${name}’s last moves`,
  secondsLeft: (seconds: number) => `${formatCount(seconds, 'second')} left`,
  onBank: (seconds: number) => `Extra time: ${formatCount(seconds, 'second')} left`,
  secondsAndBank: (seconds: number, extra: number) =>
    `${formatCount(seconds, 'second')} left, then ${formatCount(extra, 'second')} of extra time`,
  bank: (seconds: number) => `+${seconds}\u00a0s extra`,
  bankTitle: 'Extra time for the whole fight',
  beats: 'beats',
  blocked: 'Blocked',
  feinted: 'Feinted',
  readByYou: 'Your move wins!',
  readByThem: 'Their move wins!',
  /** For spectators, who see the fighters on the left and on the right. */
  readByLeft: 'Left move wins!',
  readByRight: 'Right move wins!',
  bothChose: {
    strike: 'Both strike',
    guard: 'Both guard',
    feint: 'Both feint',
    heavy: 'Both go heavy',
    heal: 'Both heal',
    item: 'Both use items',
  },
  /** For two different moves, neither of which beats the other. Damage is still possible. */
  noRead: 'No focus gained',
  youDeal: 'You deal',
  youTake: 'You take',
  percent: formatPercent,
  healOrItem: 'Heal or item',
  percentRange: (least: number, most: number) => `${formatNumber(least)}–${formatPercent(most)}`,
  againstHeal: (damage: string) => `Against a heal or item: ${damage} damage.`,
  yourMove: 'Choose your move.',
  revealing: 'Both moves are revealed.',
  waiting: (name: string) => `You’ve chosen. Waiting for ${name} to choose.`,
  waitingWith: (move: string, name: string) => `You chose ${move}. Waiting for ${name} to choose.`,
  challenged: (name: string) => `${name} has been asked to join. Choose your move.`,
  waitingForAnswer: (move: string, name: string) => `You chose ${move}. Waiting for ${name} to answer.`,
  declined: (name: string) => `${name} declined. Their style will fight for them.`,
  unanswered: (name: string) => `${name} didn’t answer. Their style will fight for them.`,
  busy: (name: string) => `${name} is in another live fight. Their style will fight for them.`,
  limited: (name: string, limit: number) =>
    `You can send ${name} at most ${formatCount(limit, 'live challenge')} an hour, so their style will fight for them.`,
  left: (name: string) => `${name} is away. Their style fights until they return.`,
  leftRanked: (name: string) => `${name} is away. If they miss two moves in a row, you win.`,
  returned: (name: string) => `${name} is back. Choose your move.`,
  youAreAway: 'Your style fights for you. Choose a move to take over.',
  connectionLost: 'Connection lost. Your style may choose for you.',
  timeRanOut: 'Time ran out: your style chose.',
  readOnly: 'Maintenance: the fight is paused.',
  theyChose: (name: string) => `${name} has chosen. Your turn.`,
  concede: 'Give up',
  resume: (name: string) => `Continue the fight with ${name}`,
  conceding: 'Give up this fight? You’ll lose it.',
  concedingUncounted:
    'Give up this fight? It counts as a loss only if a move that you chose has been played.',
  isAway: 'away',
  invited: 'invited',
  noHealsLeft: 'You have no heals left in this fight.',
  noItemsLeft: 'You have no items left in this fight.',
  fullHealth: 'You’re at full health.',
  victory: 'Victory!',
  victoryOver: (name: string) => `You defeated ${name}.`,
  defeat: 'Defeat',
  defeatBy: (name: string) => `${name} defeated you.`,
  /** Reasons why a fight ended without a knock-out. */
  wonBy: {
    conceded: (name: string) => `${name} gave up.`,
    left: (name: string) => `${name} left the fight.`,
    largerShare: () => 'After the last exchange, you had a higher percentage of your health left.',
    chance: () => 'You both had the same percentage of health left. You won by chance.',
  },
  lostBy: {
    conceded: () => 'You gave up.',
    left: () => 'You left the fight.',
    largerShare: (name: string) =>
      `After the last exchange, ${name} had a higher percentage of their health left.`,
    chance: (name: string) => `You both had the same percentage of health left. ${name} won by chance.`,
  },
  ended: 'The fight is over.',
  endedAt: <T>(time: T): Sentence<T> => ['Ended ', time],
  uncountedWin: 'You earned no reward, so this win doesn’t count.',
  uncountedLoss: 'No move that you chose was played, so this defeat doesn’t count.',
  xp: (amount: number) => `XP: +${formatNumber(amount)}`,
  levelUp: (level: number) => `Level up! You’re now level ${level}.`,
  defeatHint: 'Your health comes back over time.',
  rankedTitle: 'Ranked fight',
  nextRanked: 'Next ranked fight',
  fightAgain: 'Fight again',
  practice: 'Practice',
  buyPotion: 'Get a potion',
  recoverTitle: 'Recover',
  drink: (name: string, count: number, heals: number) => `Drink ${name} (${count}): +${heals} health`,
  verify: 'Verify this fight',
  back: 'Back',
  toProfile: 'View Profile',
  retry: 'Try again',
  health: (name: string) => `Health of ${name}`,
  hp: (hp: number, max: number) => `${formatNumber(hp)} of ${formatNumber(max)} health`,
} as const;

/** Texts on a fight's page before the fight starts. */
export const OFFER_TEXTS = {
  text: (name: string, seconds: number) =>
    `If ${name} is online, they have ${formatCount(seconds, 'second')} to join. If they’re offline or don’t join, their style fights for them.`,
} as const;

/** Explanations of the moves, in a few short sentences each. */
export const MOVE_HINTS = {
  strike: 'Beats Feint. Guard blocks it and hits back.',
  guard: 'Beats Strike. Feint gets past it.',
  feint: 'Beats Guard. Strike beats it.',
  heavy: 'Hits hard. Guard blocks most of it. A Strike still hits you.',
  heal: 'Restores health. While you heal, Strike and Feint do half damage, and Heavy does full damage.',
  item: 'Used instead of a move. Strike and Feint then do half damage to you, and Heavy does full damage.',
} as const;

/** Signs of a fighter's likely next move, shown while the fighter's style chooses the moves. */
export const TELEGRAPHS = {
  strike: (name: string) => `${name} raises their weapon.`,
  guard: (name: string) => `${name} raises their shield.`,
  feint: (name: string) => `${name} shifts from foot to foot.`,
  heavy: (name: string) => `${name} winds up for a heavy blow.`,
  heal: (name: string) => `${name} reaches for a bandage.`,
  item: (name: string) => `${name} opens their pack.`,
} as const;

/** Sentences that describe an exchange to screen readers. */
export const SPOKEN_TEXTS = {
  readByThem: (name: string) => `${name}’s move wins!`,
  moves: (mine: string, name: string, theirs: string) => `You: ${mine}. ${name}: ${theirs}.`,
  youLose: (amount: number) => `You lose ${formatNumber(amount)} health.`,
  theyLose: (name: string, amount: number) => `${name} loses ${formatNumber(amount)} health.`,
  youMiss: 'You miss.',
  theyMiss: (name: string) => `${name} misses.`,
  youRegain: (amount: number) => `You regain ${formatNumber(amount)} health.`,
  theyRegain: (name: string, amount: number) => `${name} regains ${formatNumber(amount)} health.`,
  focus: (mine: number, name: string, theirs: number) => `Focus: you ${mine}, ${name} ${theirs}.`,
  health: (mine: number, name: string, theirs: number) =>
    `Health: you ${formatNumber(mine)}, ${name} ${formatNumber(theirs)}.`,
} as const;

/** Texts about a finished fight. */
export const RECAP_TEXTS = {
  title: 'How it went',
  won: (name: string, exchanges: number, health: number) =>
    `You beat ${name} in ${formatCount(exchanges, 'exchange')} and had ${formatNumber(health)} health left.`,
  lost: (name: string, exchanges: number, health: number) =>
    `${name} beat you in ${formatCount(exchanges, 'exchange')} and had ${formatNumber(health)} health left.`,
  youGaveUp: (exchanges: number) => `You gave up after ${formatCount(exchanges, 'exchange')}.`,
  theyGaveUp: (name: string, exchanges: number) =>
    `${name} gave up after ${formatCount(exchanges, 'exchange')}.`,
  youLeft: (exchanges: number) => `You left after ${formatCount(exchanges, 'exchange')}.`,
  theyLeft: (name: string, exchanges: number) => `${name} left after ${formatCount(exchanges, 'exchange')}.`,
  cap: 'Nobody was knocked out in the last exchange, so the player with the higher percentage of health wins. Chance decides a tie.',
  reads: (won: number, lost: number) =>
    `Your move beat theirs ${formatCount(won, 'time')}, and theirs beat yours ${formatCount(lost, 'time')}.`,
  beat: (winner: string, loser: string, exchanges: number, health: number) =>
    `${winner} beat ${loser} in ${formatCount(exchanges, 'exchange')} and had ${formatNumber(health)} health left.`,
  readsOf: (one: string, won: number, other: string, lost: number) =>
    `${one}’s move beat ${other}’s ${formatCount(won, 'time')}, and ${other}’s beat ${one}’s ${formatCount(lost, 'time')}.`,
  biggest: (move: string, amount: number, exchange: number) =>
    `Your hardest hit was ${move} for ${formatNumber(amount)} damage in exchange ${exchange}.`,
  biggestTheirs: (name: string, move: string, amount: number, exchange: number) =>
    `${name}’s hardest hit was ${move} for ${formatNumber(amount)} damage in exchange ${exchange}.`,
  table: 'Moves by exchange',
  exchange: 'Exchange',
  you: 'You',
  read: 'Result',
  readWon: 'won',
  readLost: 'lost',
  readNone: '–',
  readBy: 'Won by',
  dealt: (amount: number) => `deals ${formatNumber(amount)}`,
  missed: 'misses',
  regained: (amount: number) => `regains ${formatNumber(amount)}`,
  nothing: 'no damage',
} as const;

/** Texts of the dialog for a live challenge. */
export const CHALLENGE_TEXTS = {
  title: (name: string) => `${name} challenges you`,
  rematch: (name: string) => `${name} wants a rematch`,
  text: 'Accept to choose your own moves. If you decline or don’t answer, your style fights for you.',
  accept: 'Accept',
  decline: 'Decline',
  announced: (name: string, seconds: number) =>
    `${name} challenges you to a live fight. Accept or decline within ${formatCount(seconds, 'second')}.`,
  announcedRematch: (name: string, seconds: number) =>
    `${name} wants a rematch. Accept or decline within ${formatCount(seconds, 'second')}.`,
  missed: (name: string) => `You didn’t answer. Your style fights ${name}.`,
  joinLate: 'Take over',
  declined: (name: string) => `You declined. Your style fights ${name}.`,
  withdrawn: (name: string) => `${name} withdrew the challenge.`,
  ended: (name: string) => `${name} has ended the fight.`,
  declineFailed: 'Failed to decline. Try again.',
} as const;

/** Texts that offer to return to a live fight whose page the player has left, and texts with its result. */
export const RETURN_OFFER_TEXTS = {
  left: (name: string) => `Your style fights ${name}.`,
  leftRanked: 'Miss two moves in a row and you lose.',
  joined: (name: string) => `${name} joined the fight.`,
  back: 'Back to the fight',
  won: (name: string) => `You won the fight against ${name}.`,
  lost: (name: string) => `You lost the fight against ${name}.`,
  ended: (name: string) => `Your fight with ${name} is over.`,
  toResult: 'See the fight',
} as const;

/** Names of the moves. */
export const MOVE_NAMES = {
  strike: 'Strike',
  guard: 'Guard',
  feint: 'Feint',
  heavy: 'Heavy',
  heal: 'Heal',
  item: 'Item',
} as const;

/** Hints for the loser of a fight. */
export const DEFEAT_TEXTS = {
  hint: (hint: DefeatHint): string => {
    switch (hint.kind) {
      case 'absent':
        return `Your style chose ${hint.count} of your ${formatCount(hint.of, 'move')}.`;
      case 'heals':
        return `You had ${formatCount(hint.left, 'heal')} left.`;
      case 'read':
        return `Your move was beaten ${hint.count} of ${formatCount(hint.of, 'time')}.`;
      case 'sameMove':
        return `You chose ${MOVE_NAMES[hint.move]} ${hint.count} of ${formatCount(hint.of, 'time')}: mix your moves.`;
      case 'focus':
        return `You had ${hint.left} focus left: a ${MOVE_NAMES.heavy} costs ${HEAVY_FOCUS}.`;
      case 'noItem':
        return 'You never used an item.';
    }
  },
} as const;

/** Messages and errors of the server about fights. */
export const COMBAT_MESSAGES = {
  healed: (amount: number) => `You recover ${amount} health.`,
  tooFast: 'You’re attacking too fast. Wait a moment.',
  notInFight: (item: string) => `You can’t use ${item} in a fight.`,
  notOutsideFight: (item: string) => `You can’t use ${item} outside a fight.`,
  energyFull: 'Your energy is already full.',
  self: 'You can’t fight yourself.',
} as const;
