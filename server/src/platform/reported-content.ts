import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';

/** A thing that was reported, as every feature describes its own. */
export type ReportedContent = {
  /** Whose it is. */
  ownerId: number;
  text: string;
  /**
   * Addresses of what it shows. A report keeps a copy of a stored file, named by its `key`, and of a picture of another
   * site, which is `outside`.
   */
  media: { url: string; kind: string; key: string | null; outside?: true }[];
  /** The site path where it is shown, if it has one. */
  link: string | null;
  createdAt: Date | null;
};

/** What stands around a reported thing: what was said before and after it, the oldest first. */
export type ContextMessage = {
  id: number;
  author: PlayerRef;
  text: string;
  createdAt: string;
  isReported: boolean;
};

const MEDIA = '/media/';

/** A picture or video by its address; one that is served by its key is a stored file. */
export const toStoredMedia = (url: string, kind: string): ReportedContent['media'][number] => ({
  url,
  kind,
  key: url.startsWith(MEDIA) ? url.slice(MEDIA.length) : null,
});
