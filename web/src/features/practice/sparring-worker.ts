import { answerSparring, type SparringKind, type SparringRequests } from './sparring.ts';

export type WorkerRequest = { id: number; kind: SparringKind; request: SparringRequests[SparringKind] };

// Runs in a web worker, so that simulations and the solver do not block the page.
addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  postMessage({ id: data.id, reply: answerSparring(data.kind, data.request) });
});
