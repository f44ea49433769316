import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';

/** Description of reported content, provided by the feature that the content belongs to. */
export type ReportedContent = {
  /** Id of the player who posted the content. */
  ownerId: number;
  text: string;
  /**
   * Images and videos of the content. A report keeps copies of stored files (with a `key`), and of images on
   * other sites (with `outside`).
   */
  media: { url: string; kind: string; key: string | null; outside?: true }[];
  /** Path of the page that shows the content. Null if there is no such page. */
  link: string | null;
  createdAt: Date | null;
};

/** A message that is shown as context of reported content. Messages are listed oldest first. */
export type ContextMessage = {
  id: number;
  author: PlayerRef;
  text: string;
  createdAt: string;
  isReported: boolean;
};

const MEDIA = '/media/';

/**
 * Describe an image or video by its URL. A URL that begins with /media/ belongs to a stored file, and contains the
 * file's key.
 */
export const toStoredMedia = (url: string, kind: string): ReportedContent['media'][number] => ({
  url,
  kind,
  key: url.startsWith(MEDIA) ? url.slice(MEDIA.length) : null,
});
