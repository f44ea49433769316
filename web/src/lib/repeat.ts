/** Render an item this many times by index, for static repeated content. */
export const repeat = <T>(count: number, render: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => render(index));
