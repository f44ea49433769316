/** One label of a host: letters, marks and digits, with hyphens inside. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}\-]*[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(
  String.raw`^(?!\.)(?!.*\.\.)(?<local>[^\s@"\(\),:;<>\[\\\]]+)(?<!\.)@(?<host>(?:${LABEL}\.)+(?=[^.]*\p{L})${LABEL})$`,
  'v',
);

/**
 * Return an email address as it is stored, compared and written to: trimmed, in lower case, the local part in NFC and the
 * host in punycode. Return null if it is not an address: one mailbox, a host with a dot, nothing that mail would quote or
 * list.
 */
export function normalizeEmail(email: string): string | null {
  const { local = '', host = '' } = EMAIL.exec(email.trim())?.groups ?? {};
  const hostname = host === '' ? undefined : URL.parse(`http://${host}`)?.hostname;
  // A host such as 127.0x1 is read as an IP address.
  return hostname && /\.[^.]*[a-z][^.]*$/.test(hostname)
    ? `${local.normalize('NFC').toLowerCase()}@${hostname}`
    : null;
}
