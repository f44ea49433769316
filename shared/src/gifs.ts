/** Where GIPHY answers unless the site is told otherwise. */
export const GIPHY_API = 'https://api.giphy.com';
/** The hosts that GIPHY serves its pictures from. */
export const GIPHY_MEDIA_HOSTS: readonly string[] = [
  'i.giphy.com',
  'media.giphy.com',
  ...Array.from({ length: 5 }, (_, host) => `media${host}.giphy.com`),
];

/**
 * Whether an address is a picture of the GIF provider: https on one of its media hosts.
 * @param apiBase where the provider is asked; one that stands in for it serves the pictures as well
 */
export function isGifUrl(address: string, apiBase: string): boolean {
  const url = URL.parse(address);
  // Written in full and no other way: what is parsed here alone means the provider may mean this site in a page.
  if (!url || url.href !== address || url.username || url.password) return false;
  if (apiBase !== GIPHY_API && url.origin === URL.parse(apiBase)?.origin) return true;
  return url.protocol === 'https:' && url.port === '' && GIPHY_MEDIA_HOSTS.includes(url.hostname);
}
