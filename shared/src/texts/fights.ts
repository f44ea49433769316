import { formatPercent } from '../format-decimal.ts';
import { formatLabels } from '../format-list.ts';
import { formatCount, formatNumber } from '../format-number.ts';

/** Texts of the comparison before a fight. */
export const MATCHUP_TEXTS = {
  title: (name: string) => `Challenge ${name}`,
  failed: 'Failed to load the comparison.',
  you: 'You',
  record: (wins: number, losses: number) =>
    `${formatCount(wins, 'win')}, ${formatCount(losses, 'loss', 'losses')}`,
  headToHead: 'Head-to-head',
  score: (wins: number, losses: number) => `${formatNumber(wins)} : ${formatNumber(losses)}`,
  scoreSpoken: (wins: number, losses: number) =>
    `You won ${formatNumber(wins)} and lost ${formatNumber(losses)}`,
  noResults: 'No results yet',
  chance: 'Win chance',
  about: (percent: number) => `about ${formatPercent(percent)}`,
  counting: 'estimating…',
  unknownChance: 'unknown',
  chanceHint: (bouts: number) =>
    `Estimated from ${formatNumber(bouts)} simulated fights between your style and theirs, with your current health, their full health, and both players’ gear. Their style is the one from your last fight against them, or Careful if there is none. If you choose better moves than your style, you win more often.`,
  ownStyle: 'Your style',
  theirStyle: 'Their style last time',
  ownLines: 'Custom',
  reward: 'For a win',
  rewardOf: (xp: number, coins: number) =>
    xp + coins === 0 ? 'no reward' : `up to ${formatNumber(xp)} XP, ${formatCount(coins, 'coin')}`,
  cost: 'Cost',
  energy: (energy: number) => `${formatNumber(energy)} energy`,
  start: 'Start the fight',
  startAnyway: 'Fight anyway',
  healFirst: (energy: number) => `Heal first (${formatNumber(energy)} energy)`,
  hurt: 'You’re hurt. Heal first to have a better chance.',
  tired: (cost: number, energy: number) =>
    `A fight costs ${formatCount(cost, 'energy', 'energy')}. You have ${formatNumber(energy)}. Energy comes back over time.`,
  usePotion: 'Use a potion',
  resume: 'Continue the fight',
  hasOpenFight: (name: string) =>
    `Your fight with ${name} is still open. Finish it before you start another.`,
} as const;

/** Texts of /fights. */
export const FIGHTS_TEXTS = {
  title: 'Fights',
  open: 'Open fights',
  openFailed: 'Failed to load your fights.',
  openEmpty: 'No open fights. Challenge someone to start one.',
  youBegan: 'You started',
  theyBegan: 'Challenged you',
  byStyle: 'Your style fights for you. You can still join.',
  inProgress: 'Fight in progress',
  unseen: 'New',
  live: 'Live',
  waiting: (seconds: number) => `${formatCount(seconds, 'second')} left to answer`,
  continueFight: 'Continue',
  fightBack: 'Fight back',
  takeOver: 'Take over',
  giveUp: 'Give up',
  giveUpText:
    'Give up this fight? You’ll lose it. If no exchange has been played yet, the loss counts only in a ranked fight.',
  giveUpFailed: 'Failed to give up. Try again.',
  accept: 'Accept',
  decline: 'Decline',
  answerFailed: 'Failed to answer. Try again.',
  fair: 'Fair fights for you',
  fairHurt: 'You’re hurt. Win chances are based on your current health.',
  fairFailed: 'Failed to find opponents.',
  fairEmpty: 'No opponents near your level right now.',
  findPlayers: 'Find Players',
  practiceTitle: 'Practice',
  practiceText: 'Lessons and five sparring partners. Practice is free, and you can’t lose anything.',
  practice: 'Go to practice',
  style: 'Fight style',
  past: 'Past fights',
  pastFailed: 'Failed to load your past fights.',
  pastEmpty: 'No fights yet. Challenge someone to start one.',
  pastEnd: 'No more fights.',
  won: 'Won',
  lost: 'Lost',
  uncounted: 'Doesn’t count',
  rewards: (xp: number, coins: number) =>
    formatLabels([
      ...(xp > 0 ? [`+${formatNumber(xp)} XP`] : []),
      ...(coins > 0 ? [`+${formatCount(coins, 'coin')}`] : []),
    ]),
  between: (score: string) => `Head-to-head: ${score}`,
  story: 'Replay',
  rematch: 'Rematch',
} as const;
