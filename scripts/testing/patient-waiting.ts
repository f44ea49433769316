import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

const { waitFor, waitUntil } = vi;
type Options = Parameters<typeof waitFor>[1];
const patiently = (options: Options): Options => ({
  timeout: PATIENCE_MS,
  ...(typeof options === 'number' ? { timeout: options } : options),
});

// Vitest's own second is a guess at how fast the machine is. `expect.poll` has a setting for it, these have none.
vi.waitFor = (callback, options) => waitFor(callback, patiently(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options));
