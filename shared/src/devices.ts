import { DEVICE_TEXTS } from './texts/devices.ts';

/**
 * Browsers in the order in which they are checked. The first match counts. Most user agents also name other browsers:
 * for example, Edge must come first, because its user agent also contains 'Chrome' and 'Safari'.
 */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bWindows\b/, 'Windows', false],
  [/\bCrOS\b/, 'ChromeOS', false],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', false],
  [/\bLinux\b/, 'Linux', false],
] as const;

/**
 * Return the name of a device by its user agent, and whether the device is handheld. `text` names the browser and the
 * system, such as 'Firefox on Linux'. It is null if both are unknown.
 */
export function nameDevice(userAgent: string): { text: string | null; handheld: boolean } {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent));
  const text =
    browser && system ? DEVICE_TEXTS.browserOn(browser, system[1]) : (browser ?? system?.[1] ?? null);
  return { text, handheld: system?.[2] ?? false };
}

/**
 * Describe a user agent as `nameDevice` does. If its browser and system are unknown, `text` is the user agent itself,
 * or 'Unknown device' if the user agent is empty.
 */
export function describeDevice(userAgent: string): { text: string; handheld: boolean } {
  const { text, handheld } = nameDevice(userAgent);
  return { text: text ?? (userAgent || DEVICE_TEXTS.unknown), handheld };
}
