/** Which photo of a gallery is open; part of its address, so that going back closes it. */
type GallerySearch = { photo?: number };

/** What is no photo is left out. */
export function readGallerySearch(query: { photo?: unknown }): GallerySearch {
  const photo = Number(query.photo);
  return Number.isSafeInteger(photo) && photo > 0 ? { photo } : {};
}
