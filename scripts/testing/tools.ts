/**
 * Report whether a tool that tests need is available. If it is missing, throw in CI. Elsewhere, print that
 * these tests are skipped.
 */
export function isAvailable(tool: string | null, name: string): boolean {
  if (tool !== null) return true;
  if (process.env.CI) throw new Error(`${name} is not installed, and CI must not skip tests`);
  console.log(`skipped: tests that need ${name}, which is not installed`);
  return false;
}
