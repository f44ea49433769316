import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChatInput, parseSides } from './commands.ts';

describe('the parser of Lobby input', () => {
  it.each([
    ['/help', { kind: 'help' }],
    ['/HELP me', { kind: 'help' }],
    ['/flex', { kind: 'flex' }],
    ['/me waves', { kind: 'emote', text: 'waves' }],
    ['/Me   waves\nand bows ', { kind: 'emote', text: 'waves\nand bows' }],
    ['/me', { kind: 'usage' }],
    ['/me \u200b \u2800', { kind: 'usage' }],
    ['/roll', { kind: 'roll', sides: 6 }],
    ['/roll 20', { kind: 'roll', sides: 20 }],
    ['/roll 20 for luck', { kind: 'roll', sides: 20 }],
    ['/roll 1', { kind: 'roll', sides: 2 }],
    ['/roll -5', { kind: 'roll', sides: 2 }],
    ['/roll 1001', { kind: 'roll', sides: 1000 }],
    ['/roll 7.9', { kind: 'roll', sides: 7 }],
    ['/roll d20', { kind: 'roll', sides: 6 }],
    ['/roll Infinity', { kind: 'roll', sides: 6 }],
    ['/roll 0x10', { kind: 'roll', sides: 6 }],
    ['/x', { kind: 'unknown', name: 'x' }],
    ['/meow', { kind: 'unknown', name: 'meow' }],
    ['/<b>x</b>', { kind: 'message', text: '/<b>x</b>' }],
    ['/', { kind: 'message', text: '/' }],
    ['/ help', { kind: 'message', text: '/ help' }],
    ['//', { kind: 'message', text: '//' }],
    ['//help', { kind: 'message', text: '//help' }],
    ['/usr/bin', { kind: 'message', text: '/usr/bin' }],
    ['say /help', { kind: 'message', text: 'say /help' }],
  ])('parses %j as %j', (text, parsed) => {
    expect(parseChatInput(text)).toEqual(parsed);
  });

  it('parses input without a leading slash as a plain message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.startsWith('/'));
        expect(parseChatInput(text)).toEqual({ kind: 'message', text });
      }),
    );
  });

  it('accepts any text after a slash', () => {
    const texts = fc.string({ unit: 'binary' });
    const emotes = texts.map((text) => `me ${text}`);
    fc.assert(
      fc.property(fc.oneof(texts, emotes), (text) => {
        const parsed = parseChatInput(`/${text}`);
        if (parsed.kind === 'unknown') expect([...parsed.name].length).toBeLessThanOrEqual(25);
        if (parsed.kind === 'emote') expect(parsed.text).not.toBe('');
      }),
    );
  });
});

describe('a die', () => {
  it('has from 2 to 1,000 sides for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), (input) => {
        const sides = parseSides(input);
        expect(Number.isInteger(sides) && sides >= 2 && sides <= 1_000).toBe(true);
      }),
    );
  });

  it('keeps a requested number of sides from 2 to 1,000', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_000 }), (sides) => {
        expect(parseSides(String(sides))).toBe(sides);
      }),
    );
  });
});
