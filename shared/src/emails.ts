import { LIMITS } from './limits.ts';

/** A label of a host name: letters, marks, digits and hyphens, without a hyphen at the start or the end. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}\-]*[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(
  String.raw`^(?!\.)(?!.*\.\.)(?<local>[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800@"\(\),:;<>\[\\\]]+)(?<!\.)@(?<host>(?:${LABEL}\.)+(?=[^.]*\p{L})${LABEL})$`,
  'v',
);

/**
 * Return an email address in the form that is stored and compared: trimmed, in lower case, the local part in NFC and
 * the host in punycode. Return null if the address is too long, is not a single mailbox at a host with a dot, or
 * contains invisible characters or characters that require quotes.
 */
export function normalizeEmail(email: string): string | null {
  const { local = '', host = '' } = EMAIL.exec(email.trim())?.groups ?? {};
  const hostname = host === '' ? undefined : URL.parse(`http://${host}`)?.hostname;
  // The last label must contain a letter. This rejects IP addresses, because the URL parser turns even a host such as
  // 127.0x1 into four decimal numbers.
  if (!hostname || !/^(?:[^.]{1,63}\.)+[^.]*[a-z][^.]*$/.test(hostname)) return null;
  const normalized = `${local.normalize('NFC').toLowerCase()}@${hostname}`;
  return normalized.length <= LIMITS.email.max ? normalized : null;
}
