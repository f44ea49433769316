import { percentile } from './sockets.ts';

export type Outcome = 'done' | 'refused' | 'failed';
type ActionStats = { times: number[]; refused: number; failed: number };

/** By what was done: the ms of each that succeeded, and how many did not. */
export const actionStats = new Map<string, ActionStats>();
export const errorCounts = new Map<string, number>();

/** Counts something that was done since `since` (ms); answers what came of it. */
export function recordOutcome(name: string, since: number, outcome: Outcome, error?: string): Outcome {
  const known = actionStats.get(name) ?? { times: [], refused: 0, failed: 0 };
  actionStats.set(name, known);
  if (outcome === 'done') known.times.push(performance.now() - since);
  else known[outcome]++;
  if (outcome === 'failed' && error) errorCounts.set(error, (errorCounts.get(error) ?? 0) + 1);
  return outcome;
}

/** A row of the table of what was done. */
export function rowOf([name, { times, refused, failed: lost }]: [string, ActionStats]): string {
  const at = (share: number) => percentile(times, share).toFixed(1);
  return `| ${[name, times.length, at(0.5), at(0.95), at(0.99), refused, lost].join(' | ')} |`;
}
