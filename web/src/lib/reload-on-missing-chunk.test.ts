import { beforeEach, expect, it, vi } from 'vitest';
import { importPage, setNavigating, watchMissingChunks } from './reload-on-missing-chunk.ts';

const reload = vi.fn();
/** Vite reports missing files to the window. */
const window = new EventTarget();
const missing = async (): Promise<never> => {
  window.dispatchEvent(new Event('vite:preloadError'));
  throw new Error('missing');
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

vi.stubGlobal('window', window);
vi.stubGlobal('location', { reload });
vi.stubGlobal('fetch', async () => new Response());
watchMissingChunks();

beforeEach(() => {
  reload.mockClear();
  setNavigating(false);
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

it('reloads nothing for a page that the reader only points at', async () => {
  await expect(importPage(missing)).rejects.toThrow('missing');
  await settle();
  expect(reload).not.toHaveBeenCalled();
});

it('reloads once for a page that the reader goes to', async () => {
  setNavigating(true);
  void importPage(missing);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
});
