import { cpSync } from 'node:fs';
import { startAndStop } from '../../scripts/testing/data-folder-template.ts';
import { DEMO_PASSWORD } from '../site.ts';
import { test as setup } from '../test.ts';

setup('make a data folder with the demo world', async () => {
  // The demo world takes long to make on a machine that is busy with other tests.
  setup.slow();
  const { E2E_DATA_FOLDER = '', E2E_DEMO_DATA_FOLDER = '' } = process.env;
  cpSync(E2E_DATA_FOLDER, E2E_DEMO_DATA_FOLDER, { recursive: true });
  await startAndStop({ DATA_DIR: E2E_DEMO_DATA_FOLDER, SEED: 'demo', DEMO_PASSWORD });
});
