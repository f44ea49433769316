/**
 * Does something to rows until fewer are found than asked for: each time a statement that stays short, however many have
 * gathered.
 * @param some what it does to so many at most; answers them
 */
export async function inBatches(
  atOnce: number,
  some: (limit: number) => Promise<readonly unknown[]>,
): Promise<void> {
  while ((await some(atOnce)).length === atOnce);
}
