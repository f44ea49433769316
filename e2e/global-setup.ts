import { buildClient } from '../scripts/lib/client.mjs';
import { dataFolderTemplate } from '../scripts/testing/data-folder-template.ts';
import { deleteLeftoverFolders } from '../scripts/testing/temporary-folder.ts';

/** Build the client, and set E2E_DATA_FOLDER to the path of the data folder that test sites copy. */
export default async function globalSetup(): Promise<void> {
  deleteLeftoverFolders();
  const [template] = await Promise.all([dataFolderTemplate(), buildClient()]);
  process.env.E2E_DATA_FOLDER = template;
}
