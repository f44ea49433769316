import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { WAIT_MS } from '../../../scripts/testing/timeouts.ts';
import { queryClient } from '../lib/query-client.ts';
import { resetClock } from '../lib/server-clock.ts';
import { installBrowserParts } from './browser-parts.ts';
import { installNetwork, resetNetwork } from './network.ts';
import { openFakeSocket, resetSocket } from './socket.ts';

vi.mock('socket.io-client', () => ({ io: openFakeSocket }));

configure({ asyncUtilTimeout: WAIT_MS });
installBrowserParts();
installNetwork();

afterEach(() => {
  cleanup();
  resetSocket();
  queryClient.clear();
  resetClock();
  localStorage.clear();
  sessionStorage.clear();
  resetNetwork();
});

// Wait for a pending toast. Its code might still be loading, or React might not have rendered it yet.
afterAll(async () => {
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setTimeout(resolve, 20));
});
