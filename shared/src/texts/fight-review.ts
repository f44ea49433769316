import { formatPercent } from '../format-decimal.ts';
import { formatCount, formatNumber } from '../format-number.ts';

const percent = (share: number): string => formatPercent(share * 100);
const points = (share: number): string => {
  const rounded = Math.round(share * 100);
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${formatNumber(Math.abs(rounded))}`;
};
const countedPoints = (share: number): string =>
  `${points(share)} ${Math.abs(Math.round(share * 100)) === 1 ? 'point' : 'points'}`;

/** Texts of the review of a finished fight. */
export const FIGHT_REVIEW_TEXTS = {
  title: 'Review',
  intro:
    'See how the chance of winning changed, which exchanges decided the fight, and how much was luck. Your browser simulates thousands of endings.',
  start: 'Review this fight',
  running: 'Simulating…',
  failed: 'Failed to compute the review.',
  method:
    'These are estimates: for each exchange, your browser lets both players’ styles finish the fight hundreds of times. The chance is accurate to about 5 percentage points.',
  chart: (name: string) => `${name}’s chance of winning after each exchange`,
  atStart: 'Start',
  after: (exchange: number, chance: number) => `Exchange ${exchange}: ${percent(chance)}`,
  chance: percent,
  turningPoints: 'Turning points',
  turningPoint: (exchange: number, before: number, after: number) =>
    `Exchange ${exchange}: ${percent(before)} → ${percent(after)}`,
  parts: (choices: number, luck: number) => `Choices ${points(choices)}, luck ${points(luck)}`,
  total: (name: string, choices: number, luck: number) =>
    `Over the whole fight, choices changed ${name}’s chance of winning by ${countedPoints(choices)}, and luck by ${countedPoints(luck)}.`,
  ownTotal: (choices: number, luck: number) =>
    `Over the whole fight, choices changed your chance of winning by ${countedPoints(choices)}, and luck by ${countedPoints(luck)}.`,
  youWereRead: (count: number, exchanges: number) =>
    `Your move was beaten in ${count} of ${formatCount(exchanges, 'exchange')}.`,
  wasRead: (name: string, count: number, exchanges: number) =>
    `${name}’s move was beaten in ${count} of ${formatCount(exchanges, 'exchange')}.`,
} as const;
