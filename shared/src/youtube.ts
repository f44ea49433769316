const ID = /^[\w-]{11}$/;
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com']);
/** Places of the embedded player that look like an id and are none. */
const RESERVED_SEGMENTS = new Set(['videoseries', 'live_stream']);

/**
 * The 11 characters that name a video in an address of YouTube (youtu.be, or youtube.com by watch, shorts, live and
 * embed; the scheme may be missing), or null.
 */
export function youtubeId(address: string): string | null {
  const text = address.trim();
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || url.username || url.password || url.port) return null;
  const [first = '', second, ...rest] = url.pathname.replace(/\/$/, '').slice(1).split('/');
  const id = ((): string | null | undefined => {
    if (url.hostname === 'youtu.be') return second === undefined ? first : null;
    if (!HOSTS.has(url.hostname) || rest.length > 0) return null;
    if (first === 'watch' && second === undefined) return url.searchParams.get('v');
    return ['shorts', 'live', 'embed'].includes(first) ? second : null;
  })();
  return id && ID.test(id) && !RESERVED_SEGMENTS.has(id) ? id : null;
}

/** Where a video is watched. */
export const youtubeWatchUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
