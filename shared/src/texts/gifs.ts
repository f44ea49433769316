/** Texts of the GIF picker. */
export const GIF_TEXTS = {
  title: 'Choose a GIF',
  search: 'Search GIFs',
  results: 'GIFs',
  missingKey: 'Missing GIPHY API key',
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
