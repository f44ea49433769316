import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** Return options for launching this machine's Chromium. If there is none, Playwright looks for its own browser. */
export function launchOptions() {
  const args = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];
  // Chromium's sandbox does not work as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return { executablePath: findChromium() ?? undefined, args } satisfies LaunchOptions;
}

/**
 * Flags that reduce CPU time. Test pages are open for only a few seconds. In this time, background
 * compilation and a GPU process use more CPU time than they save.
 */
const LOW_CPU_ARGS = ['--js-flags=--single-threaded', '--in-process-gpu'];

/** Return options for launching this machine's Chromium in tests. */
export function testLaunchOptions() {
  const { args, ...options } = launchOptions();
  return { ...options, args: [...args, ...LOW_CPU_ARGS] };
}

/** Launch this machine's Chromium for tests. */
export const openBrowser = (): Promise<Browser> => chromium.launch(testLaunchOptions());
