import { deriveSecret } from '../../platform/security/encryption.ts';
import { sign } from '../../platform/security/secrets.ts';
import type { Site } from '../../platform/site.ts';

/** Gmail's hosts. Gmail ignores dots before the @. */
const GMAIL_HOSTS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Return the mailbox to which an address delivers: the address without a tag (`name+tag@host`). For Gmail, also
 * remove the dots before the @, and use the host `gmail.com`.
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
 * Report whether an address is an alias: a spelling of its mailbox that differs from the plain address
 * (`mailboxOf`). Only one account can have the plain address.
 */
export const isAlias = (email: string): boolean => mailboxOf(email) !== email;

/**
 * Return a keyed hash of the mailbox of an address. The hash cannot be computed without the site's secret.
 */
export const mailboxHash = ({ config }: Pick<Site, 'config'>, email: string): string =>
  sign(deriveSecret(config.sessionSecret, 'mailbox'), mailboxOf(email));
