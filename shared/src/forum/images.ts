/** Most images that a post shows. */
const MAX_IMAGES = 20;
const IMAGE_EXTENSION = /\.(?:gif|png|jpe?g|webp)$/i;

/** The address that a line is, where it is nothing but an http(s) link to an image; else null. */
function imageUrlOf(line: string): string | null {
  const address = line.trim();
  if (!/^https?:\/\/\S+$/i.test(address)) return null;
  const url = URL.parse(address);
  if (!url || url.username || url.password) return null;
  // As it is written: what is parsed may end in another way, and would not be found in the body again.
  const [path = ''] = address.split(/[?#]/, 1);
  return IMAGE_EXTENSION.test(path) && IMAGE_EXTENSION.test(url.pathname) ? address : null;
}

/**
 * The addresses of the image lines of a body in their order, each once, 20 at most: a line that is an http(s) link ending
 * in gif, png, jpg, jpeg or webp, whatever query or fragment follows.
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
