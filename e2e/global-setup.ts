import { buildClient } from '../scripts/lib/client.mjs';
import { dataFolderTemplate } from '../scripts/testing/data-folder-template.ts';
import { deleteLeftoverFolders } from '../scripts/testing/temporary-folder.ts';

/** Build the client from its sources, and name the data folder that sites start on copies of. */
export default async function globalSetup(): Promise<void> {
  deleteLeftoverFolders();
  const [template] = await Promise.all([dataFolderTemplate(), buildClient()]);
  process.env.E2E_DATA_FOLDER = template;
}
