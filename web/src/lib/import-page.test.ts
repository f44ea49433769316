// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { importPage, setNavigating } from './import-page.ts';
import { watchMissingChunks } from './reload-on-missing-chunk.ts';

const reload = vi.fn();
/** Simulate an import of a missing file. Vite reports the failed import with an event on the window. */
const missing = async (): Promise<never> => {
  window.dispatchEvent(new Event('vite:preloadError'));
  throw new Error('missing');
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

vi.stubGlobal('location', { reload });
vi.stubGlobal('fetch', async () => new Response());
watchMissingChunks();

beforeEach(() => {
  reload.mockClear();
  sessionStorage.clear();
  setNavigating(false);
});

it('does not reload if a file of a preloaded page is missing', async () => {
  await expect(importPage(missing)).rejects.toThrow('missing');
  await settle();
  expect(reload).not.toHaveBeenCalled();
});

it('does not reload if a preload fails after another preload has ended', async () => {
  const late = importPage(async () => {
    await settle();
    return missing();
  });
  await importPage(async () => 'loaded');
  await expect(late).rejects.toThrow('missing');
  await settle();
  expect(reload).not.toHaveBeenCalled();
});

it('reloads once if a file of an opened page is missing', async () => {
  setNavigating(true);
  void importPage(missing);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
});
