import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'place';

/** Whether `place` is a path of this very site: never an address that leads elsewhere. */
export function isSitePath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//')) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, which could uncover a second slash
  if (/[\\\u0000-\u001f]/.test(path)) return false;
  return new URL(path, 'http://here.invalid').origin === 'http://here.invalid';
}

/** Keeps where an anonymous visitor wanted to go (path, query and hash) until they have signed in. */
export function saveReturnPath(path: string): void {
  // Without storage the visitor lands on the dashboard.
  if (isSitePath(path)) tabStorage.write(STORAGE_KEY, path);
}

/** The remembered place, or null. */
export function readReturnPath(): string | null {
  const path = tabStorage.read(STORAGE_KEY);
  return path && isSitePath(path) ? path : null;
}

/** Answers the remembered place once and forgets it. */
export function takeReturnPath(): string | null {
  const path = readReturnPath();
  clearReturnPath();
  return path;
}

/** Forgets it: the visitor left by their own wish. */
export const clearReturnPath = (): void => void tabStorage.write(STORAGE_KEY, null);
