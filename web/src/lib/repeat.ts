/** The same so many times, each told its place: for what is drawn over and over and never moves. */
export const repeat = <T>(count: number, render: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => render(index));
