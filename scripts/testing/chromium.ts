import { installSystemPackages, which } from './system.ts';

/**
 * Names of Chromium-based programs, in order of preference. The first program has only a headless mode, and uses a
 * third less CPU time than a full browser in headless mode.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/**
 * Return the path of Chromium on this machine. Use CHROMIUM_PATH if it is set, and otherwise search PATH and the usual
 * folders. Return null if Chromium is not found.
 */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return which(process.env.CHROMIUM_PATH, ['/']);
  for (const name of NAMES) {
    const path = which(name, ['/usr/bin', '/snap/bin', '/Applications/Google Chrome.app/Contents/MacOS']);
    if (path !== null) return path;
  }
  return null;
}

/** Return the path of Chromium, after installing it if necessary. Return null if it cannot be installed. */
export function ensureChromium(): string | null {
  const found = findChromium();
  if (found !== null) return found;
  const isInstalled = NAMES.slice(0, 2).some((name) => installSystemPackages([name]));
  return isInstalled ? findChromium() : null;
}
