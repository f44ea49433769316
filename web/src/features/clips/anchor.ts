import { anchorFor, idOfAnchor } from '../../lib/anchors.ts';

/** What the address of a clip ends in, after the '#'. */
export const anchorOf = (clipId: number): string => anchorFor('clip', clipId);

/** The clip that the end of an address names; null for any other end. */
export const clipOfAnchor = (hash: string): number | null => idOfAnchor('clip', hash);
