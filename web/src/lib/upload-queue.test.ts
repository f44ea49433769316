import { beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { createUploadQueue, isBusy, startableUploads } from './upload-queue.ts';

type Call = { name: string; meta: string; signal: AbortSignal; onProgress: (part: number) => void };
let calls: (Call & { done: (result: number) => void; fail: (why?: Error) => void })[];
const ready = vi.fn();
const unwanted = vi.fn();
const queue = () =>
  createUploadQueue<number, string>({
    send: (file, meta, sending) =>
      new Promise((done, fail) => {
        sending.signal.addEventListener('abort', () => fail(new Error('stopped')));
        calls.push({ name: file.name, meta, ...sending, done, fail: (why = new Error('no')) => fail(why) });
      }),
    errorTextOf: async () => 'Upload failed.',
    isPermanentError: (thrown) => thrown instanceof TypeError,
    onReady: ready,
    onUnwanted: unwanted,
  });
const file = (name: string, meta = '') => ({ file: new File(['x'], name), name, meta });
const names = () => calls.map(({ name }) => name);
const states = (of: ReturnType<typeof queue>) => of.items().map(({ state }) => state);
const keyOf = (of: ReturnType<typeof queue>, at: number) => of.items()[at]?.key ?? '';

beforeEach(() => {
  calls = [];
  vi.clearAllMocks();
});

it('sends two files at a time, in order', async () => {
  const files = queue();
  files.add([file('a'), file('b'), file('c')]);
  expect([names(), states(files)]).toEqual([
    ['a', 'b'],
    ['sending', 'sending', 'waiting'],
  ]);
  calls[1]?.onProgress(0.5);
  expect(files.items()[1]?.part).toBe(0.5);
  calls[0]?.fail();
  await waitFor(() => expect(names()).toEqual(['a', 'b', 'c']));
  expect(files.items()[0]).toMatchObject({ state: 'failed', error: 'Upload failed.' });
  calls[1]?.done(7);
  calls[2]?.done(8);
  await waitFor(() => expect(isBusy(files.items())).toBe(false));
  expect(files.items().map(({ result }) => result)).toEqual([null, 7, 8]);
  expect(ready).toHaveBeenCalledTimes(2);
  files.start([keyOf(files, 0)]);
  expect(states(files)).toEqual(['sending', 'ready', 'ready']);
});

it('does not allow a retry after a permanent error', async () => {
  const files = queue();
  files.add([file('a'), file('b')]);
  calls[0]?.fail(new TypeError('no picture'));
  calls[1]?.fail();
  await waitFor(() => expect(isBusy(files.items())).toBe(false));
  expect(startableUploads(files.items()).map(({ name }) => name)).toEqual(['b']);
});

it('does not send chosen files before the upload is started', () => {
  const files = queue();
  files.add([
    { ...file('a'), state: 'chosen' },
    { ...file('b'), state: 'failed', error: 'Too large.', isRejected: true },
  ]);
  files.describe(keyOf(files, 0), 'The gate');
  expect([names(), startableUploads(files.items()).map(({ name }) => name)]).toEqual([[], ['a']]);
  files.start();
  expect(calls).toMatchObject([{ name: 'a', meta: 'The gate' }]);
  expect(states(files)).toEqual(['sending', 'failed']);
});

it('cancels a removed upload', async () => {
  const files = queue();
  files.add([file('a'), file('b'), file('c')]);
  files.remove(keyOf(files, 0));
  expect([calls[0]?.signal.aborted, names()]).toEqual([true, ['a', 'b', 'c']]);
  calls[1]?.done(7);
  await waitFor(() => expect(states(files)).toEqual(['ready', 'sending']));
  files.remove(keyOf(files, 0));
  expect(unwanted).toHaveBeenCalledExactlyOnceWith(7);
});

it('restarts the uploads of all files', async () => {
  const files = queue();
  files.add([file('a'), file('b'), { ...file('link'), file: null, state: 'ready', result: 3 }]);
  calls[0]?.done(1);
  await waitFor(() => expect(states(files)).toEqual(['ready', 'sending', 'ready']));
  files.restart();
  expect(names()).toEqual(['a', 'b', 'a', 'b']);
  expect(unwanted).toHaveBeenCalledExactlyOnceWith(1);
  expect(states(files)).toEqual(['sending', 'sending', 'ready']);
});

it('aborts all uploads and drops waiting files when the queue is cleared', async () => {
  const files = queue();
  files.add([file('a'), file('b'), file('c')]);
  files.clear();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  await new Promise((settled) => setImmediate(settled));
  expect([names(), files.items(), ready.mock.calls]).toEqual([['a', 'b'], [], []]);
  files.add([file('d')]);
  expect(names()).toEqual(['a', 'b', 'd']);
});
