/** Lets tests observe the statements of a database. What a hook throws fails the statement. */
export type QueryHooks = {
  before?: (text: string) => void | Promise<void>;
  after?: (text: string) => void | Promise<void>;
};

/** Run `send` between the hooks. */
export async function hooked<T>(
  { before, after }: QueryHooks,
  text: string,
  send: () => Promise<T>,
): Promise<T> {
  if (before) await before(text);
  const result = await send();
  if (after) await after(text);
  return result;
}
