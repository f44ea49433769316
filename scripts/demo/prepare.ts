/** `npm run demo:prepare`: writes the demo world that a new site loads. */
import { buildApp } from '../../server/src/app.ts';
import { PREPARED_WORLD, prepareWorld, writePreparedWorld } from '../../server/src/demo/prepared-world.ts';
import { readConfig } from '../../server/src/platform/config.ts';
import { openDatabase } from '../../server/src/platform/db/open-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const config = readConfig({ DATA_DIR: temporaryFolder(), SEED: 'none', LOG_LEVEL: 'warn' });
const app = await buildApp(config, await openDatabase(config), { schedule: false });
try {
  const rows = await writePreparedWorld(await prepareWorld(app.site), app.site);
  console.log(`${PREPARED_WORLD}: ${rows} rows`);
} finally {
  await app.close();
}
