import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'return-path';

/** Report whether `path` is a path on this site, and not a URL that leads to another site. */
export function isSitePath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//')) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks, so `/\t/` acts as `//`
  if (/[\\\u0000-\u001f]/.test(path)) return false;
  return new URL(path, 'http://here.invalid').origin === 'http://here.invalid';
}

/** Save the path (with query and hash) that a guest requested, to open it after the login. */
export function saveReturnPath(path: string): void {
  // Without storage, the login leads to the dashboard.
  if (isSitePath(path)) tabStorage.write(STORAGE_KEY, path);
}

/** Return the saved path, or null. */
export function readReturnPath(): string | null {
  const path = tabStorage.read(STORAGE_KEY);
  return path && isSitePath(path) ? path : null;
}

/** Return the saved path and clear it. */
export function takeReturnPath(): string | null {
  const path = readReturnPath();
  clearReturnPath();
  return path;
}

/** Clear the saved path after a voluntary logout. */
export const clearReturnPath = (): void => void tabStorage.write(STORAGE_KEY, null);
