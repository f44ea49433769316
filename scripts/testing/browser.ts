import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** Return options that start the Chromium of this machine. If there is none, the start fails. */
export function launchOptions() {
  const args = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];
  // Chromium's sandbox does not work as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return { executablePath: findChromium() ?? undefined, args } satisfies LaunchOptions;
}

/** Test pages live for seconds: background compilation and a GPU process cost more CPU than they save. */
const LOW_CPU_ARGS = ['--js-flags=--single-threaded', '--in-process-gpu'];

/** Return options that start the Chromium of this machine for tests. */
export function testLaunchOptions() {
  const { args, ...options } = launchOptions();
  return { ...options, args: [...args, ...LOW_CPU_ARGS] };
}

/** Start the Chromium of this machine for tests. */
export const openBrowser = (): Promise<Browser> => chromium.launch(testLaunchOptions());
