import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

it.each([
  ["don't feed", 'don’t feed'],
  ['résumé', 're\u0301sume\u0301'],
  ['οδος', 'ΟΔΟΣ'],
  ['ΣΊΣΥΦΟΣ', 'Σίσυφος'],
  ['STRASSE', 'Straße'],
  ['bug', 'ＢＵＧ'],
  ['two words', 'two\u00A0words'],
  ['two  words', 'two words'],
  ['inside', 'in\u200Bside'],
  ['cafe', 'café'],
  ['em-dash', 'em—dash'],
  ['"quoted"', '“quoted”'],
  ['"quoted"', '„quoted”'],
  ['istanbul', 'İSTANBUL'],
  ['ışık', 'IŞIK'],
  ['елка', 'Ёлка'],
  ['ﬁnd', 'FIND'],
  ['カタカナ', 'ｶﾀｶﾅ'],
  ['한국어', '한국어'.normalize('NFD')],
  ['lodz', 'Łódź'],
  ['orsted', 'ØRSTED'],
  ['שלום', 'שָׁלוֹם'],
  ['محمد', 'مُحَمَّد'],
  ['محمد', 'محـــمد'],
  ['كتاب', 'کتاب'],
  ['علي', 'علی'],
  ['aesir', 'ÆSIR'],
  ['oeuvre', 'Œuvre'],
  ['1/2', '½'],
  ["'okina", 'ʻOkina'],
  ['"quoted"', '〝quoted〞'],
])('folds %j and %j to the same text', (one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

it.each([
  ['か', 'が'],
  ['कि', 'का'],
  ['a b', 'ab'],
  ['naïve', 'native'],
])('folds %j and %j to different texts', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});

it('does not change text that is already folded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});
