import type { Style } from '@rivalhold/shared/contract/combat.ts';
import { useEffect, useRef, useState } from 'react';
import { type OpponentId, type Sparring, startSparring } from '../practice/index.ts';

/** Number of simulated fights against each opponent. */
export const BOUTS = 500;

export type Result = { opponent: OpponentId; rate: number; low: number; high: number };
type Run = { state: 'idle' | 'running' | 'done' | 'failed'; results: readonly Result[]; tookMs: number };
const IDLE: Run = { state: 'idle', results: [], tookMs: 0 };

const Z_95 = 1.96;

/** Return the share of wins with its 95% confidence interval (Wilson), which is also valid near 0 and 1. */
export function shareOf(wins: number, bouts: number): { rate: number; low: number; high: number } {
  const rate = wins / bouts;
  const weight = Z_95 ** 2 / bouts;
  const center = (rate + weight / 2) / (1 + weight);
  const half = (Z_95 * Math.sqrt((rate * (1 - rate)) / bouts + weight / (4 * bouts))) / (1 + weight);
  return { rate, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** Simulate fights of a style in a worker. A new run ends the previous run, and so does leaving the page. */
export function useSimulation() {
  const [run, setRun] = useState(IDLE);
  const sparring = useRef<Sparring>(null);
  const stop = () => {
    sparring.current?.close();
    sparring.current = null;
  };
  useEffect(() => () => sparring.current?.close(), []);
  const start = async (style: Style, opponents: readonly OpponentId[]) => {
    stop();
    const own = startSparring();
    sparring.current = own;
    const started = performance.now();
    const show = (state: Run['state'], results: readonly Result[]) =>
      sparring.current === own && setRun({ state, results, tookMs: performance.now() - started });
    let results: readonly Result[] = [];
    show('running', results);
    try {
      for (const opponent of opponents) {
        const seed = Math.floor(Math.random() * 1e9);
        const { wins } = await own.ask('simulate', { style, opponent, bouts: BOUTS, seed });
        results = [...results, { opponent, ...shareOf(wins, BOUTS) }];
        show('running', results);
      }
      show('done', results);
    } catch {
      show('failed', results);
    }
    own.close();
  };
  return {
    ...run,
    start: (style: Style, opponents: readonly OpponentId[]) => void start(style, opponents),
    /** Stop the run and drop its results. */
    reset: () => {
      stop();
      setRun(IDLE);
    },
  };
}
