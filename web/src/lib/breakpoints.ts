/** The media queries of breakpoints.css that components ask for as well. */
export const BREAKPOINTS = {
  phone: '(width <= 600px)',
  narrow: '(width <= 768px)',
  wide: '(width >= 1024px)',
} as const;
