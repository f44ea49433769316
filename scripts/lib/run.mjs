import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './paths.mjs';

/** Says in one line what a script is doing. */
export const say = (line) => console.log(`rivalhold: ${line}`);

/** Ends the script with a message and exit code 1, without a stack. */
export function fail(message) {
  console.error(`rivalhold: ${message}`);
  process.exit(1);
}

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 1);

/**
 * Runs a command to its end; it shares this terminal, so Ctrl-C reaches it by itself.
 * Answers its exit code (128 + signal number when a signal ended it).
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/** Runs a command quietly; answers its exit code and what it printed on both streams. */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), output }));
  });
}

/**
 * Runs long-lived children until the first of them ends, then ends the others, and exits as the first did.
 * A signal is passed on once; Ctrl-C in a terminal has reached the children already and is not repeated.
 */
export function runUntilDone(children) {
  let asked = false;
  const pass = (signal) => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  const stop = (signal) => {
    if (asked) return;
    asked = true;
    if (signal === 'SIGINT' && process.stdin.isTTY) setTimeout(pass, 2_000, 'SIGTERM').unref();
    else pass('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
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
