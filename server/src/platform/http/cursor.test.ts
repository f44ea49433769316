import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

describe('a time cursor', () => {
  it('is decoded to the value that was encoded', () => {
    const cursor = { time: new Date('2026-06-01T12:00:00.123Z'), id: 7 };
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
    for (const none of ['', null, undefined]) expect(decodeCursor(none)).toBeNull();
  });

  it('is rejected if it is malformed or its time is out of range', () => {
    for (const text of [
      '',
      'x',
      '1',
      '1.2.3',
      '-1.1',
      'NaN.1',
      '1.NaN',
      '1.1e400',
      '8640000000000000.1',
      '9e15.1',
    ])
      expect(() => decodeCursor(encoded(text) || '!', 'before')).toThrowError(
        expect.objectContaining({
          code: 'invalid',
          errors: { before: 'Is not a valid cursor for this list' },
        }),
      );
  });
});
