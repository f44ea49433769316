import pg from 'pg';

const readOther = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;
const [ZERO, NINE] = [48, 57];
const DASH = 45;
const SPACE = 32;

/**
 * A time as PostgreSQL writes it. In UTC, as `2026-06-01 12:00:00.123456+00`, it is read by its places, which takes a
 * fraction of the time; anything else is left to the driver.
 */
export function readTime(text: string): Date {
  const digit = (place: number): number => {
    const code = text.charCodeAt(place);
    return code >= ZERO && code <= NINE ? code - ZERO : 0;
  };
  const two = (place: number): number => digit(place) * 10 + digit(place + 1);
  const isUsual =
    text.charCodeAt(0) !== ZERO &&
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(10) === SPACE &&
    text.endsWith('+00');
  if (!isUsual) return readOther(text);
  // Where the fraction is shorter, its place is taken by what of `+00` counts as nothing.
  const ms = two(20) * 10 + digit(22);
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}
