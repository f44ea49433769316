import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { readTime } from './times.ts';

const readByDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (
  text: string,
) => unknown;

it('a time is read as the driver reads it, to the millisecond, whatever the fraction', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 6 }),
      (date, fraction) => {
        const seconds = date.toISOString().slice(0, 19).replace('T', ' ');
        const text = `${seconds}${fraction && '.'}${fraction}+00`;
        expect(readTime(text)).toEqual(readByDriver(text));
      },
    ),
  );
});

it.each([
  '2026-06-01 12:00:00.5+02',
  '2026-06-01 12:00:00+05:30',
  '2026-06-01 12:00:00-00:30',
  '0044-03-15 12:00:00+00 BC',
  '10000-01-01 00:00:00+00',
  '12026-01-01 00:00:00.123+00',
  'infinity',
  '-infinity',
])('so is %s', (text) => {
  expect(readTime(text)).toEqual(readByDriver(text));
});
