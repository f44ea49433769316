const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** The size of a file in words: '812 bytes', '1.4 MB'. */
export function sizeWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}
