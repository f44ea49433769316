import type { TestProject } from 'vitest/node';
import { buildClient } from '../scripts/lib/client.mjs';
import giveMadeFolder from '../scripts/testing/with-data-folder.ts';

/** The browser suites look at the client that is built from the sources as they are now. */
export default async function setup(project: TestProject): Promise<void> {
  await Promise.all([buildClient(), giveMadeFolder(project)]);
}
