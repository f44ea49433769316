import { expect, it } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const SECRET = 'a secret of at least thirty-two signs';

it('decrypts an encrypted text', () => {
  const encrypted = encrypt(SECRET, 'mail', 'Grüße, 鍛冶屋');
  expect(decrypt(SECRET, 'mail', encrypted)).toBe('Grüße, 鍛冶屋');
  expect(encrypt(SECRET, 'mail', 'Grüße, 鍛冶屋')).not.toBe(encrypted);
});

it('does not decrypt a text if the secret, the purpose or the encrypted text has changed', () => {
  const encrypted = encrypt(SECRET, 'mail', 'hail');
  const bytes = Buffer.from(encrypted, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(() => decrypt(`${SECRET}!`, 'mail', encrypted)).toThrow();
  expect(() => decrypt(SECRET, 'other', encrypted)).toThrow();
  expect(() => decrypt(SECRET, 'mail', bytes.toString('base64url'))).toThrow();
  expect(() => decrypt(SECRET, 'mail', '')).toThrow();
});
