import { expect, it } from 'vitest';
import { seal, unseal } from './encryption.ts';

const SECRET = 'a secret of at least thirty-two signs';

it('decrypts an encrypted text', () => {
  const sealed = seal(SECRET, 'mail', 'Grüße, 鍛冶屋');
  expect(unseal(SECRET, 'mail', sealed)).toBe('Grüße, 鍛冶屋');
  expect(seal(SECRET, 'mail', 'Grüße, 鍛冶屋')).not.toBe(sealed);
});

it('does not decrypt a text if the secret, the purpose or the encrypted text has changed', () => {
  const sealed = seal(SECRET, 'mail', 'hail');
  const bytes = Buffer.from(sealed, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(() => unseal(`${SECRET}!`, 'mail', sealed)).toThrow();
  expect(() => unseal(SECRET, 'other', sealed)).toThrow();
  expect(() => unseal(SECRET, 'mail', bytes.toString('base64url'))).toThrow();
  expect(() => unseal(SECRET, 'mail', '')).toThrow();
});
