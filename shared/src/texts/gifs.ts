/** Texts of the GIF picker. */
export const GIF_TEXTS = {
  title: 'Choose a GIF',
  search: 'Search GIFs',
  results: 'GIFs',
  missingKey: 'Missing GIPHY API key',
  unavailable: 'GIFs are not available on this site.',
  setKey: 'To turn GIFs on, set GIPHY_API_KEY in the server’s environment and restart the server.',
  failed: 'Failed to load GIFs',
  nothingFound: 'No GIFs found for your search.',
  none: 'No GIFs yet.',
  attribution: 'Powered by GIPHY',
  untitled: 'GIF',
  loading: 'Loading GIFs…',
  play: 'Play GIF',
  pause: 'Stop GIF',
  playAll: 'Play GIFs',
  pauseAll: 'Stop GIFs',
} as const;
