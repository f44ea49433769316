import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from '../scripts/lib/client.mjs';
import { dataFolderTemplate } from '../scripts/testing/data-folder-template.ts';
import { deleteLeftoverFolders, temporaryFolder } from '../scripts/testing/temporary-folder.ts';

/** Build the client from its sources, and set the data folders that sites start on copies of. Returns the clean-up. */
export default async function globalSetup(): Promise<() => void> {
  deleteLeftoverFolders();
  const [template] = await Promise.all([dataFolderTemplate(), buildClient()]);
  const folder = temporaryFolder();
  process.env.E2E_DATA_FOLDER = template;
  // demo-world/data-folder.setup.ts fills it, if a test needs it.
  process.env.E2E_DEMO_DATA_FOLDER = join(folder, 'demo');
  return () => rmSync(folder, { recursive: true, force: true });
}
