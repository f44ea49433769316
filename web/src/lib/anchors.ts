/** What the address of a thing ends in, after the '#'. */
export const anchorFor = (kind: string, id: number): string => `${kind}-${id}`;

/** The thing of that kind that the end of an address names; null for any other end. */
export function idOfAnchor(kind: string, hash: string): number | null {
  const [, name, digits] = /^#?([a-z]+)-([1-9]\d{0,15})$/.exec(hash) ?? [];
  const id = Number(digits);
  return name === kind && Number.isSafeInteger(id) ? id : null;
}
