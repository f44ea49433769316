/** Default address of the GIPHY API. */
export const GIPHY_API = 'https://api.giphy.com';
/** Hosts of GIPHY's pictures. */
export const GIPHY_MEDIA_HOSTS: readonly string[] = [
  'i.giphy.com',
  'media.giphy.com',
  ...Array.from({ length: 5 }, (_, host) => `media${host}.giphy.com`),
];

/**
 * Report whether a URL is a picture of the GIF provider: an https URL on a media host of GIPHY, or a URL on
 * the origin of another configured provider.
 * @param apiBase URL of the provider's API; a provider other than GIPHY serves its pictures from the same
 * origin
 */
export function isGifUrl(address: string, apiBase: string): boolean {
  const url = URL.parse(address);
  // The address must equal its parsed form. For example, a browser resolves `https:i.giphy.com/a.gif` to a path on this
  // site.
  if (!url || url.href !== address || url.username || url.password) return false;
  if (apiBase !== GIPHY_API && url.origin === URL.parse(apiBase)?.origin) return true;
  return url.protocol === 'https:' && url.port === '' && GIPHY_MEDIA_HOSTS.includes(url.hostname);
}
