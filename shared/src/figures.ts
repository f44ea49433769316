/**
 * A whole number as it is read: '1,250'. Written by hand, since these stand on every page and a phone takes long to make
 * its first formatter.
 */
export const figures = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Things counted: '1 reply', '1,250 replies'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figures(count)} ${count === 1 ? one : many}`;
