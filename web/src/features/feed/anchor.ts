/** What the address of a post ends in, after the '#'. */
export const anchorOf = (postId: number): string => `post-${postId}`;

/** The post that the end of an address names; null for any other end. */
export function postOfAnchor(hash: string): number | null {
  const id = /^#?post-([1-9]\d{0,15})$/.exec(hash)?.[1];
  return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : null;
}
