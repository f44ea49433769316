const ID = /^[\w-]{11}$/;
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com']);
/** Path segments of YouTube's embed URLs that look like a video id but are not an id. */
const RESERVED_SEGMENTS = new Set(['videoseries', 'live_stream']);

/**
 * Return the 11-character id of the video in a YouTube URL, or null if the text is not such a URL. The URL can be a
 * youtu.be link, or a youtube.com link to watch, shorts, live or embed. Its scheme can be missing.
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

/** Return the URL of a video's page on YouTube. */
export const youtubeWatchUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
