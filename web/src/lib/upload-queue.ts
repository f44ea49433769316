import { newIdempotencyKey } from './api.ts';
import { listeners } from './listeners.ts';

/** A file on its way to the server, with what a feature says of it. */
export type Upload<Result, More> = {
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
  fault: string | null;
  /** It can never go: of a wrong kind, or too large. */
  refused: boolean;
  /** What the server made of it. */
  result: Result | null;
  more: More;
};

type Sending = { onProgress: (part: number) => void; signal: AbortSignal };
type Options<Result, More> = {
  send: (file: File, more: More, sending: Sending) => Promise<Result>;
  /** What is said to the player of what `send` threw. */
  faultOf: (thrown: unknown) => Promise<string>;
  /** Whether what `send` threw would be thrown each time. */
  isRefusal?: (thrown: unknown) => boolean;
  onReady?: (key: string, result: Result) => void;
  /** Called with what the server made of a file that was taken out. */
  onUnwanted?: (result: Result) => void;
};

/** So many at once; the server prepares one after the other. */
const AT_ONCE = 2;

const isMoving = ({ state }: Upload<unknown, unknown>): boolean => state === 'waiting' || state === 'sending';

/** Whether anything waits for its turn or is under way. */
export const isBusy = (items: readonly Upload<unknown, unknown>[]): boolean => items.some(isMoving);

/** Those that `start` begins: chosen ones, and failed ones that may go another time. */
export const startable = <R, M>(items: readonly Upload<R, M>[]): Upload<R, M>[] =>
  items.filter(({ state, refused }) => !refused && (state === 'chosen' || state === 'failed'));

/** Files that are sent in the order they were added, two at once. Previews are its own to let go of. */
export function uploadQueue<Result, More>(options: Options<Result, More>) {
  type Item = Upload<Result, More>;
  let items: readonly Item[] = [];
  const calls = new Map<string, AbortController>();
  const { subscribe, tell } = listeners();

  const set = (next: readonly Item[]) => {
    items = next;
    tell();
  };
  const change = (keys: readonly string[], patch: Partial<Item>) =>
    set(items.map((item) => (keys.includes(item.key) ? { ...item, ...patch } : item)));
  const stop = ({ key }: Item) => {
    calls.get(key)?.abort();
    calls.delete(key);
  };
  const letGo = ({ preview }: Item) => preview !== null && URL.revokeObjectURL(preview);

  const send = async ({ key, more }: Item, file: File) => {
    const call = new AbortController();
    calls.set(key, call);
    change([key], { state: 'sending', part: 0 });
    const isCurrent = () => calls.get(key) === call;
    const onProgress = (part: number) => isCurrent() && change([key], { part });
    const outcome = await options.send(file, more, { onProgress, signal: call.signal }).then(
      (result) => ({ result }),
      async (thrown: unknown) => ({
        fault: await options.faultOf(thrown),
        refused: options.isRefusal?.(thrown) ?? false,
      }),
    );
    if (isCurrent()) {
      calls.delete(key);
      if ('fault' in outcome) change([key], { state: 'failed', ...outcome });
      else {
        change([key], { state: 'ready', part: 1, result: outcome.result });
        options.onReady?.(key, outcome.result);
      }
    } else if ('result' in outcome) options.onUnwanted?.(outcome.result);
    next();
  };
  const next = () => {
    const free = AT_ONCE - items.filter(({ state }) => state === 'sending').length;
    const waiting = items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
    for (const item of waiting) if (item.file) void send(item, item.file);
  };
  const begin = (keys: readonly string[]) => {
    change(keys, { state: 'waiting', part: 0, fault: null, result: null });
    next();
  };

  return {
    items: () => items,
    /** Calls `listener` after each change. Returns how to stop. */
    subscribe,
    add: (added: readonly (Pick<Item, 'file' | 'name' | 'more'> & Partial<Item>)[]) => {
      const fresh = {
        preview: null,
        state: 'waiting',
        part: 0,
        fault: null,
        refused: false,
        result: null,
      } as const;
      set([...items, ...added.map((one) => ({ key: newIdempotencyKey(), ...fresh, ...one }))]);
      next();
    },
    describe: (key: string, more: More) => change([key], { more }),
    /** Sends what the player has chosen, or what has failed and may go another time; of `keys` where they are given. */
    start: (keys?: readonly string[]) =>
      begin(startable(items).flatMap(({ key }) => ((keys?.includes(key) ?? true) ? [key] : []))),
    /** Sends files anew, on their way or not. */
    restart: () => {
      const again = items.filter(({ file, refused }) => file !== null && !refused);
      for (const item of again) {
        stop(item);
        if (item.result !== null) options.onUnwanted?.(item.result);
      }
      begin(again.map(({ key }) => key));
    },
    /** Takes one out, on its way or not. */
    remove: (key: string) => {
      const item = items.find((one) => one.key === key);
      if (!item) return;
      stop(item);
      letGo(item);
      set(items.filter((one) => one !== item));
      if (item.result !== null) options.onUnwanted?.(item.result);
      next();
    },
    /** Forgets all of it; what is ready stays with the server, what is under way is stopped. */
    clear: () => {
      for (const item of items) {
        stop(item);
        letGo(item);
      }
      set([]);
    },
  };
}
export type UploadQueue<Result, More> = ReturnType<typeof uploadQueue<Result, More>>;
