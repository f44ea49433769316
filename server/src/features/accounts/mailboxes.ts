import { deriveSecret } from '../../platform/security/encryption.ts';
import { sign } from '../../platform/security/secrets.ts';
import type { Site } from '../../platform/site.ts';

/** Hosts of Gmail, which ignores dots in the local part. */
const GMAIL_HOSTS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Return the mailbox that an address delivers to: without a tag (`name+tag@host`), and at Gmail without dots.
 * @param email as `normalizeEmail` returns it
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+', 1);
  const host = email.slice(at + 1);
  // A local part that starts with `+` has no tag.
  const local = name === '' ? email.slice(0, at) : name;
  return GMAIL_HOSTS.has(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`;
}

/**
 * Return true if an address is not the plain address of its mailbox, but another spelling of it. Only one account can
 * have the plain address.
 */
export const isAlias = (email: string): boolean => mailboxOf(email) !== email;

/** Return a keyed hash of an address's mailbox. It cannot be computed or guessed without the site's secret. */
export const mailboxHash = ({ config }: Pick<Site, 'config'>, email: string): string =>
  sign(deriveSecret(config.sessionSecret, 'mailbox'), mailboxOf(email));
