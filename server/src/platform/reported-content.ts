import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';

/** Reported content, as described by the feature that owns it. */
export type ReportedContent = {
  /** The player who posted it. */
  ownerId: number;
  text: string;
  /**
   * Its images and videos. A report keeps a copy of a stored file, named by its `key`, and of an image on
   * another site (`outside`).
   */
  media: { url: string; kind: string; key: string | null; outside?: true }[];
  /** The site path where it is shown, if it has one. */
  link: string | null;
  createdAt: Date | null;
};

/** A message before or after reported content, oldest first. */
export type ContextMessage = {
  id: number;
  author: PlayerRef;
  text: string;
  createdAt: string;
  isReported: boolean;
};

const MEDIA = '/media/';

/** Describe an image or video by its URL; a URL that contains a key is a stored file. */
export const toStoredMedia = (url: string, kind: string): ReportedContent['media'][number] => ({
  url,
  kind,
  key: url.startsWith(MEDIA) ? url.slice(MEDIA.length) : null,
});
