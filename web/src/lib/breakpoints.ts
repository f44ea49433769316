/** The media queries of breakpoints.css that components need too. */
export const BREAKPOINTS = {
  phone: '(width <= 37.5em)',
  narrow: '(width <= 48em)',
  wide: '(width >= 64em)',
  short: '(height <= 500px)',
} as const;
