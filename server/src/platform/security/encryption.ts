import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `rivalhold:${purpose}`, 32));

/**
 * Encrypt text with a key that is derived from the site's secret. Each purpose has its own key. The algorithm is
 * AES-256-GCM.
 * @returns the encrypted text in base64url
 */
export function encrypt(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/**
 * Decrypt text that `encrypt` has encrypted.
 * @throws Error if the secret or the purpose is not the same as for `encrypt`, or if the encrypted text was changed
 */
export function decrypt(secret: string, purpose: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Derive a secret for one purpose from the site's secret, and return it in hexadecimal. */
export const deriveSecret = (secret: string, purpose: string): string =>
  keyOf(secret, purpose).toString('hex');
