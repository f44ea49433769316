import { newIdempotencyKey } from './api.ts';
import { createListeners } from './listeners.ts';

/** A file on its way to the server, with what a feature says of it. */
export type Upload<Result, Meta> = {
  key: string;
  /** Null for what needs no upload. */
  file: File | null;
  name: string;
  /** An address of this page for the picture itself. */
  preview: string | null;
  /** A chosen one waits for the player, a waiting one for its turn. */
  state: 'chosen' | 'waiting' | 'sending' | 'ready' | 'failed';
  /** The part that is sent, from 0 to 1. */
  part: number;
  /** Why it did not go, in words for the player. */
  error: string | null;
  /** It can never go: of a wrong kind, or too large. */
  isRejected: boolean;
  /** What the server made of it. */
  result: Result | null;
  meta: Meta;
};

type SendOptions = { onProgress: (part: number) => void; signal: AbortSignal };
type QueueOptions<Result, Meta> = {
  send: (file: File, meta: Meta, options: SendOptions) => Promise<Result>;
  /** What is said to the player of what `send` threw. */
  errorTextOf: (thrown: unknown) => Promise<string>;
  /** Whether what `send` threw would be thrown each time. */
  isPermanentError?: (thrown: unknown) => boolean;
  onReady?: (key: string, result: Result) => void;
  /** Called with what the server made of a file that was taken out. */
  onUnwanted?: (result: Result) => void;
};

/** So many at once; the server prepares one after the other. */
const MAX_CONCURRENT = 2;

const isActive = ({ state }: Upload<unknown, unknown>): boolean => state === 'waiting' || state === 'sending';

/** Whether anything waits for its turn or is under way. */
export const isBusy = (items: readonly Upload<unknown, unknown>[]): boolean => items.some(isActive);

/** Those that `start` begins: chosen ones, and failed ones that may go another time. */
export const startableUploads = <R, M>(items: readonly Upload<R, M>[]): Upload<R, M>[] =>
  items.filter(({ state, isRejected }) => !isRejected && (state === 'chosen' || state === 'failed'));

/** Files that are sent in the order they were added, two at once. Previews are its own to let go of. */
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
    /** Calls `listener` after each change. Returns how to stop. */
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
      setItems([...items, ...added.map((one) => ({ key: newIdempotencyKey(), ...defaults, ...one }))]);
      next();
    },
    describe: (key: string, meta: Meta) => change([key], { meta }),
    /** Sends what the player has chosen, or what has failed and may go another time; of `keys` where they are given. */
    start: (keys?: readonly string[]) =>
      enqueue(startableUploads(items).flatMap(({ key }) => ((keys?.includes(key) ?? true) ? [key] : []))),
    /** Sends files anew, on their way or not. */
    restart: () => {
      const again = items.filter(({ file, isRejected }) => file !== null && !isRejected);
      for (const item of again) {
        abort(item);
        if (item.result !== null) options.onUnwanted?.(item.result);
      }
      enqueue(again.map(({ key }) => key));
    },
    /** Takes one out, on its way or not. */
    remove: (key: string) => {
      const item = items.find((one) => one.key === key);
      if (!item) return;
      abort(item);
      revokePreview(item);
      setItems(items.filter((one) => one !== item));
      if (item.result !== null) options.onUnwanted?.(item.result);
      next();
    },
    /** Forgets all of it; what is ready stays with the server, what is under way is stopped. */
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
