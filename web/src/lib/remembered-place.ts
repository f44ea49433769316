import { tabStorage } from './storage.ts';

const KEY = 'place';

/** Whether `place` is a path of this very site: never an address that leads elsewhere. */
export function isOwnPlace(place: string): boolean {
  if (!place.startsWith('/') || place.startsWith('//')) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, which could uncover a second slash
  if (/[\\\u0000-\u001f]/.test(place)) return false;
  return new URL(place, 'http://here.invalid').origin === 'http://here.invalid';
}

/** Keeps where an anonymous visitor wanted to go (path, query and hash) until they have signed in. */
export function rememberPlace(place: string): void {
  // Without storage the visitor lands on the dashboard.
  if (isOwnPlace(place)) tabStorage.write(KEY, place);
}

/** The remembered place, or null. */
export function rememberedPlace(): string | null {
  const place = tabStorage.read(KEY);
  return place && isOwnPlace(place) ? place : null;
}

/** Answers the remembered place once and forgets it. */
export function takePlace(): string | null {
  const place = rememberedPlace();
  forgetPlace();
  return place;
}

/** Forgets it: the visitor left by their own wish. */
export const forgetPlace = (): void => void tabStorage.write(KEY, null);
