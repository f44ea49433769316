import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

/** How the Chromium of this machine is started. Throws where there is none. */
export function launchOptions(): { executablePath: string; args: string[] } {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium was found; CHROMIUM_PATH can name one');
  const args = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];
  // Chromium's own sandbox refuses to work for root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return { executablePath, args };
}

/** Pages of a test live for seconds: background compilation and a GPU process cost more CPU than they save. */
const LOW_CPU_ARGS = ['--js-flags=--single-threaded', '--in-process-gpu'];

/** Starts it. Throws where there is none. */
export const openBrowser = async (): Promise<Browser> => {
  const { args, ...options } = launchOptions();
  return chromium.launch({ ...options, args: [...args, ...LOW_CPU_ARGS] });
};
