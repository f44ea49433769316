import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { RepeatedLines } from './repeated-lines.ts';

/** Maximum length of a logged statement. */
const MAX_LENGTH = 2_000;

/**
 * Return a statement without values, comments and formatting, so that statements that differ only in these get the
 * same text.
 */
export function normalizeStatement(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\$\d+|\b\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\(\s*\?(?:\s*,\s*\?)*\s*\)/g, '(?)')
    .replaceAll(/\(\?\)(?:\s*,\s*\(\?\))+/g, '(?)')
    .trim();
}

/** Return a short hash of a normalized statement, to find and count its lines in the log. */
const fingerprintOf = (statement: string): string =>
  createHash('sha256').update(statement).digest('hex').slice(0, 12);

/**
 * Return a function that logs a statement if it took at least `thresholdMs`. The log contains no values, because values
 * can be secret. Repetitions of a statement are only counted. One line per minute reports their number and longest
 * duration.
 */
export function slowStatementLog(
  log: Logger,
  thresholdMs: number,
): (statement: { text: string }, seconds: number) => void {
  const lines = new RepeatedLines();
  /** The longest duration of a statement's repetitions in the current minute, by fingerprint. */
  const longest = new Map<string, number>();
  return ({ text }, seconds) => {
    const ms = Math.round(seconds * 1_000);
    if (ms < thresholdMs) return;
    const statement = normalizeStatement(text).slice(0, MAX_LENGTH);
    const fingerprint = fingerprintOf(statement);
    const message = 'slow statement';
    const report = (repeated: number) => {
      log.warn({ fingerprint, repeated, ms: longest.get(fingerprint) }, message);
      longest.delete(fingerprint);
    };
    if (lines.isFirst(fingerprint, report)) log.warn({ fingerprint, ms, statement }, message);
    else longest.set(fingerprint, Math.max(ms, longest.get(fingerprint) ?? 0));
  };
}
