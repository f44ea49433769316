import { installSystemPackages, which } from './system.ts';

/** The first has no windows at all, and needs a third less of the processor than a browser that hides them. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/** Path of a Chromium of this machine (CHROMIUM_PATH, else what is on PATH), or null. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return which(process.env.CHROMIUM_PATH, ['/']);
  for (const name of NAMES) {
    const path = which(name, ['/usr/bin', '/snap/bin', '/Applications/Google Chrome.app/Contents/MacOS']);
    if (path !== null) return path;
  }
  return null;
}

/** Finds Chromium, installing it where the machine allows it; null where it does not. */
export function ensureChromium(): string | null {
  const found = findChromium();
  if (found !== null) return found;
  const isInstalled = NAMES.slice(0, 2).some((name) => installSystemPackages([name]));
  return isInstalled ? findChromium() : null;
}
