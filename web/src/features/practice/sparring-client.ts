import type { SparringKind, SparringReplies, SparringRequests } from './sparring.ts';

export type Sparring = {
  ask: <K extends SparringKind>(kind: K, request: SparringRequests[K]) => Promise<SparringReplies[K]>;
  /** End the worker, and reject the requests that it has not answered. */
  close: () => void;
};

type Waiting = { resolve: (reply: never) => void; reject: (error: Error) => void };

/**
 * Start a worker that simulates and reviews fights, and chooses the moves of the sparring partner "master". Requests
 * are answered in order.
 */
export function startSparring(): Sparring {
  const worker = new Worker(new URL('./sparring-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let isClosed = false;
  let next = 0;
  const fail = (message: string) => {
    isClosed = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; reply: never }>) => {
    waiting.get(data.id)?.resolve(data.reply);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => fail('The worker failed'));
  return {
    ask: (kind, request) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('The worker is closed'));
        const id = next++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, kind, request });
      }),
    close: () => fail('The worker is closed'),
  };
}
