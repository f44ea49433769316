import { anchorFor, idOfAnchor } from '../../lib/anchors.ts';

/** What the address of a post ends in, after the '#'. */
export const anchorOf = (postId: number): string => anchorFor('post', postId);

/** The post that the end of an address names; null for any other end. */
export const postOfAnchor = (hash: string): number | null => idOfAnchor('post', hash);
