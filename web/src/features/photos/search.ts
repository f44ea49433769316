/** The open photo of a gallery. Its id is part of the URL, so that going back closes the photo. */
type GallerySearch = { photo?: number };

/** Read the open photo from a URL query, ignoring an invalid id. */
export function readGallerySearch(query: { photo?: unknown }): GallerySearch {
  const photo = Number(query.photo);
  return Number.isSafeInteger(photo) && photo > 0 ? { photo } : {};
}
