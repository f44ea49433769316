import { expect, it } from 'vitest';
import { normalizeEmail } from './emails.ts';

it.each([
  ['a@example.com', 'a@example.com'],
  ['  Kara.Stone+x@Example.COM ', 'kara.stone+x@example.com'],
  ['x@münchen.example', 'x@xn--mnchen-3ya.example'],
  ['x@XN--MNCHEN-3YA.example', 'x@xn--mnchen-3ya.example'],
  ['a\u0308nne@example.com', 'änne@example.com'],
  ['a@b-c.d1', 'a@b-c.d1'],
])('normalizes %j to %j', (email, stored) => {
  expect(normalizeEmail(email)).toBe(stored);
});

it.each([
  'no-at.example.com',
  'a@b@c.example',
  '.x@example.com',
  'x.@example.com',
  'x..y@example.com',
  'x@-example.com',
  'x@example-.com',
  'x@example',
  'x@.example.com',
  'x@example.com.',
  'x@1.2',
  'x@127.0.0.1',
  'x@127.0x1',
  'x@169.254.0xa9fe',
  'x y@example.com',
  'x@exa mple.com',
  'x@example.com/path',
  'x@example.com:80',
  '"x"@example.com',
  'x\u200b@example.com',
  'x\u202e@example.com',
  `x@${'x'.repeat(64)}.example`,
  `x@${'long.'.repeat(50)}example`,
  '',
])('rejects the address %j', (email) => {
  expect(normalizeEmail(email)).toBeNull();
});

it.each([
  ['Änne@example.com', 'änne@EXAMPLE.com'],
  ['x@münchen.example', 'X@xn--mnchen-3ya.example'],
  ['ANNE@example.com', 'anne@example.com'],
])('treats %j and %j as the same address', (one, other) => {
  expect(normalizeEmail(one)).toBe(normalizeEmail(other));
});

it('treats addresses that differ in an accent as different', () => {
  expect(normalizeEmail('änne@example.com')).not.toBe(normalizeEmail('anne@example.com'));
});
