/** Maximum number of images in a post. */
const MAX_IMAGES = 20;
const IMAGE_EXTENSION = /\.(?:gif|png|jpe?g|webp)$/i;

/** Return the URL if a line consists only of an http(s) link to an image; otherwise null. */
function imageUrlOf(line: string): string | null {
  const address = line.trim();
  if (!/^https?:\/\/\S+$/i.test(address)) return null;
  const url = URL.parse(address);
  if (!url || url.username || url.password) return null;
  // Check the ending of the original text and of the parsed path. Parsing removes control characters from the end, and
  // in `https://example.png`, the ending is part of the host.
  const [path = ''] = address.split(/[?#]/, 1);
  return IMAGE_EXTENSION.test(path) && IMAGE_EXTENSION.test(url.pathname) ? address : null;
}

/**
 * Return the URLs of a body's image lines in order, without duplicates, at most 20. An image line is an http(s) link
 * without credentials whose path ends in .gif, .png, .jpg, .jpeg or .webp, with any query or fragment.
 */
export function imageUrlsIn(body: string): string[] {
  if (!body.includes('://')) return [];
  const found = new Set<string>();
  for (const line of body.split('\n')) {
    const address = imageUrlOf(line);
    if (address !== null) found.add(address);
    if (found.size === MAX_IMAGES) break;
  }
  return [...found];
}
