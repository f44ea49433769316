import { newIdempotencyKey } from './api.ts';
import { createListeners } from './listeners.ts';

/** An item of the queue, usually a file to upload. `meta` is data of the feature that uses the queue. */
export type Upload<Result, Meta> = {
  key: string;
  /** The file; null if nothing needs to be uploaded, for example for a YouTube video. */
  file: File | null;
  name: string;
  /** Object URL of the picture. */
  preview: string | null;
  /** `chosen` waits for the player to start the upload, `waiting` for earlier uploads. */
  state: 'chosen' | 'waiting' | 'sending' | 'ready' | 'failed';
  /** The fraction uploaded so far, from 0 to 1. */
  part: number;
  /** Error text for the player. */
  error: string | null;
  /** True if the file must not be sent, because it is unsuitable or an error was permanent. */
  isRejected: boolean;
  /** The server's response. */
  result: Result | null;
  meta: Meta;
};

type SendOptions = { onProgress: (part: number) => void; signal: AbortSignal };
type QueueOptions<Result, Meta> = {
  send: (file: File, meta: Meta, options: SendOptions) => Promise<Result>;
  /** Return the text for an error that `send` threw. */
  errorTextOf: (thrown: unknown) => Promise<string>;
  /** Report whether an error that `send` threw is permanent. */
  isPermanentError?: (thrown: unknown) => boolean;
  onReady?: (key: string, result: Result) => void;
  /** Called with the response to an upload that is no longer needed, because its file was removed or is sent again. */
  onUnwanted?: (result: Result) => void;
};

/** Maximum number of concurrent uploads. The server processes one file at a time while it receives the next. */
const MAX_CONCURRENT = 2;

const isActive = ({ state }: Upload<unknown, unknown>): boolean => state === 'waiting' || state === 'sending';

/** Report whether any upload is waiting or in progress. */
export const isBusy = (items: readonly Upload<unknown, unknown>[]): boolean => items.some(isActive);

/** Return the uploads that `start` sends: chosen files, and failed files that can be retried. */
export const startableUploads = <R, M>(items: readonly Upload<R, M>[]): Upload<R, M>[] =>
  items.filter(({ state, isRejected }) => !isRejected && (state === 'chosen' || state === 'failed'));

/**
 * Create a queue that sends files in the order in which they were added, two at a time. The queue revokes the object
 * URLs of its previews.
 */
export function createUploadQueue<Result, Meta>(options: QueueOptions<Result, Meta>) {
  type Item = Upload<Result, Meta>;
  let items: readonly Item[] = [];
  const controllers = new Map<string, AbortController>();
  const { subscribe, notify } = createListeners();

  const setItems = (next: readonly Item[]) => {
    items = next;
    notify();
  };
  const change = (keys: readonly string[], patch: Partial<Item>) =>
    setItems(items.map((item) => (keys.includes(item.key) ? { ...item, ...patch } : item)));
  const abort = ({ key }: Item) => {
    controllers.get(key)?.abort();
    controllers.delete(key);
  };
  const revokePreview = ({ preview }: Item) => preview !== null && URL.revokeObjectURL(preview);

  const send = async ({ key, meta }: Item, file: File) => {
    const controller = new AbortController();
    controllers.set(key, controller);
    change([key], { state: 'sending', part: 0 });
    const isCurrent = () => controllers.get(key) === controller;
    const onProgress = (part: number) => isCurrent() && change([key], { part });
    const outcome = await options.send(file, meta, { onProgress, signal: controller.signal }).then(
      (result) => ({ result }),
      async (thrown: unknown) => ({
        error: await options.errorTextOf(thrown),
        isRejected: options.isPermanentError?.(thrown) ?? false,
      }),
    );
    if (isCurrent()) {
      controllers.delete(key);
      if ('error' in outcome) change([key], { state: 'failed', ...outcome });
      else {
        change([key], { state: 'ready', part: 1, result: outcome.result });
        options.onReady?.(key, outcome.result);
      }
    } else if ('result' in outcome) options.onUnwanted?.(outcome.result);
    next();
  };
  const next = () => {
    const free = MAX_CONCURRENT - items.filter(({ state }) => state === 'sending').length;
    const waiting = items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
    for (const item of waiting) if (item.file) void send(item, item.file);
  };
  const enqueue = (keys: readonly string[]) => {
    change(keys, { state: 'waiting', part: 0, error: null, result: null });
    next();
  };

  return {
    items: () => items,
    /** Call `listener` after each change. Returns a function that removes the listener. */
    subscribe,
    add: (added: readonly (Pick<Item, 'file' | 'name' | 'meta'> & Partial<Item>)[]) => {
      const defaults = {
        preview: null,
        state: 'waiting',
        part: 0,
        error: null,
        isRejected: false,
        result: null,
      } as const;
      setItems([...items, ...added.map((item) => ({ key: newIdempotencyKey(), ...defaults, ...item }))]);
      next();
    },
    describe: (key: string, meta: Meta) => change([key], { meta }),
    /**
     * Send the chosen files and the failed files that can be retried. If `keys` is given, send only the files with
     * these keys.
     */
    start: (keys?: readonly string[]) =>
      enqueue(startableUploads(items).flatMap(({ key }) => ((keys?.includes(key) ?? true) ? [key] : []))),
    /** Send all files again, except rejected files. Uploads in progress start over. */
    restart: () => {
      const again = items.filter(({ file, isRejected }) => file !== null && !isRejected);
      for (const item of again) {
        abort(item);
        if (item.result !== null) options.onUnwanted?.(item.result);
      }
      enqueue(again.map(({ key }) => key));
    },
    /** Remove an upload, even while it is in progress. */
    remove: (key: string) => {
      const item = items.find((entry) => entry.key === key);
      if (!item) return;
      abort(item);
      revokePreview(item);
      setItems(items.filter((entry) => entry !== item));
      if (item.result !== null) options.onUnwanted?.(item.result);
      next();
    },
    /** Remove all uploads. Completed files stay on the server; running uploads are cancelled. */
    clear: () => {
      for (const item of items) {
        abort(item);
        revokePreview(item);
      }
      setItems([]);
    },
  };
}
export type UploadQueue<Result, Meta> = ReturnType<typeof createUploadQueue<Result, Meta>>;
