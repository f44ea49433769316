/**
 * Return whether a tool that tests need is on this machine. If it is not, throw in CI; elsewhere say that those tests are
 * skipped.
 */
export function isAvailable(tool: string | null, name: string): boolean {
  if (tool !== null) return true;
  if (process.env.CI) throw new Error(`${name} is not on this machine, and CI skips no tests`);
  console.log(`skipped: tests that need ${name}, which is not on this machine`);
  return false;
}
