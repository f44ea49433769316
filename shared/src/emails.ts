import { LIMITS } from './limits.ts';

/** One label of a host: letters, marks and digits, with hyphens inside. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}\-]*[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(
  String.raw`^(?!\.)(?!.*\.\.)(?<local>[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800@"\(\),:;<>\[\\\]]+)(?<!\.)@(?<host>(?:${LABEL}\.)+(?=[^.]*\p{L})${LABEL})$`,
  'v',
);

/**
 * Return an email address as it is stored, compared and written to: trimmed, in lower case, the local part in NFC and the
 * host in punycode. Return null if it is not an address: one mailbox, a host with a dot, nothing invisible or that mail
 * would quote or list, nothing too long for mail.
 */
export function normalizeEmail(email: string): string | null {
  const { local = '', host = '' } = EMAIL.exec(email.trim())?.groups ?? {};
  const hostname = host === '' ? undefined : URL.parse(`http://${host}`)?.hostname;
  // A host such as 127.0x1 is read as an IP address.
  if (!hostname || !/^(?:[^.]{1,63}\.)+[^.]*[a-z][^.]*$/.test(hostname)) return null;
  const normalized = `${local.normalize('NFC').toLowerCase()}@${hostname}`;
  return normalized.length <= LIMITS.email.max ? normalized : null;
}
