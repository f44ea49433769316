import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mentionsIn } from './mentions.ts';

it.each([
  ['@demo_player', ['demo_player']],
  ['well fought, @Kara.Stone-7!', ['Kara.Stone-7']],
  ['ask @kara.', ['kara']],
  ['(@kara, @brom)', ['kara', 'brom']],
  ['me@example.com', []],
  ['https://example.com/@kara', []],
  ['@abc', []],
  ['@@kara', []],
  ['@kara@example.com', []],
  [`@${'a'.repeat(24)}`, ['a'.repeat(24)]],
  [`@${'a'.repeat(25)}`, []],
  ['@кара', []],
  ['こんにちは@demo_player', ['demo_player']],
  ['ユーザー@demo_player', ['demo_player']],
  ['＠demo_playerさん', ['demo_player']],
  ['สวัสดี@demo_player', ['demo_player']],
  ['é@example', []],
  ['кара@example', []],
])('finds the mentions in %j: %j', (text, names) => {
  expect(mentionsIn(text).map(({ username }) => username)).toEqual(names);
});

it('returns the range of each mention', () => {
  const words = fc
    .array(fc.oneof(fc.constantFrom('@kara', ' ', '.', '@', '-'), fc.string()))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(words, (text) => {
      for (const { at, end, username } of mentionsIn(text))
        expect(text.slice(at, end)).toMatch(new RegExp(`^[@＠]${username.replaceAll('.', '[.]')}$`));
    }),
  );
});
