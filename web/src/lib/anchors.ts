/** What can be named by the end of an address. */
type AnchorKind = 'post' | 'clip' | 'forum';

/** What the address of a thing ends in, after the '#'; the id that it has in its page, too. */
export const anchorFor = (kind: AnchorKind, id: number): string => `${kind}-${id}`;

/** The thing of that kind that the end of an address names; null for any other end. */
export function idFromAnchor(kind: AnchorKind, hash: string): number | null {
  const [, name, digits] = /^#?([a-z]+)-([1-9]\d{0,15})$/.exec(hash) ?? [];
  const id = Number(digits);
  return name === kind && Number.isSafeInteger(id) ? id : null;
}
