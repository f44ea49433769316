/** Anchor of the verdict on a finished fight's page. */
export const VERDICT = 'verdict';

/** Kinds of content with an anchor. */
type AnchorKind = 'post' | 'clip' | 'forum';

/** Return the anchor of an item, without '#'; it is also the id of its element. */
export const anchorFor = (kind: AnchorKind, id: number): string => `${kind}-${id}`;

/** Return the id in an anchor of the given kind, or null for any other hash. */
export function idFromAnchor(kind: AnchorKind, hash: string): number | null {
  const [, name, digits] = /^#?([a-z]+)-([1-9]\d{0,15})$/.exec(hash) ?? [];
  const id = Number(digits);
  return name === kind && Number.isSafeInteger(id) ? id : null;
}
