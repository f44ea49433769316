import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildClient } from '../scripts/lib/client.mjs';
import { temporaryFolder } from '../scripts/testing/temporary-folder.ts';
import provideDataFolder from '../scripts/testing/with-data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `demoDataFolder` makes its folder. */
    demoFolder: string;
  }
}

/** Build the client from the sources as they are now. Returns the clean-up. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  project.provide('demoFolder', join(folder, 'demo'));
  await Promise.all([buildClient(), provideDataFolder(project)]);
  return () => rmSync(folder, { recursive: true, force: true });
}
