import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './paths.mjs';

/**
 * Print a status line of a script.
 * @param {string} line
 */
export const printStatus = (line) => console.log(`rivalhold: ${line}`);

/**
 * Print a message and end the script with exit code 1.
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(`rivalhold: ${message}`);
  process.exit(1);
}

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */
/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/**
 * Report whether the terminal itself sends this signal to the child processes, as it does for Ctrl-C.
 * @param {NodeJS.Signals} signal
 */
const signalsReachChildren = (signal) => signal === 'SIGINT' && process.stdin.isTTY === true;

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
const exitCode = (code, signal) => code ?? 128 + (signal === null ? 1 : constants.signals[signal]);

/**
 * Wait for a child process to exit, and return its exit code. If a signal ended it, the code is 128 plus the number of
 * the signal. If this process receives a signal in the meantime, it ends the child process and then itself.
 * @param {ChildProcess} child a process in this process's group or, with `isGroup`, the leader of another group
 * @param {boolean} [isGroup]
 * @returns {Promise<number>}
 */
export function waitForExit(child, isGroup = false) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    received = signal;
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    else if (!signalsReachChildren(signal)) child.kill('SIGTERM');
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const each of SIGNALS) process.off(each, pass);
      if (received === undefined) resolve(exitCode(code, signal));
      else process.kill(process.pid, received);
    });
  });
}

/**
 * Run a command in this terminal, and return its exit code.
 * @param {string} command
 * @param {string[]} args
 */
export const run = (command, args) => waitForExit(spawn(command, args, { cwd: ROOT, stdio: 'inherit' }));

/**
 * Run a command without printing its output. Return its exit code, and its stdout and stderr combined.
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await waitForExit(child);
  return { code, output };
}

/**
 * Wait until one of several child processes exits. Then stop the others, and exit with the first one's exit code.
 * If this process receives a signal, send SIGTERM to the child processes once. Ctrl-C in a terminal also reaches the
 * child processes directly, so after Ctrl-C, send SIGTERM only to those that are still running two seconds later.
 * @param {ChildProcess[]} children
 */
export function runUntilDone(children) {
  let asked = false;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (asked) return;
    asked = true;
    if (signalsReachChildren(signal)) setTimeout(pass, 2_000, 'SIGTERM').unref();
    else pass('SIGTERM');
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  /** @type {number | undefined} */
  let result;
  let left = children.length;
  for (const child of children) {
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => {
      result ??= exitCode(code, signal);
      if (--left === 0) process.exit(result);
      stop('SIGTERM');
    });
  }
}
