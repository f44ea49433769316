import { answerSparring } from './sparring.ts';
import type { WorkerRequest } from './sparring-worker.ts';

/**
 * A fake worker for component tests. It answers in the same thread. If `hold` was set before the fake was created, it
 * never answers.
 */
export class FakeWorker extends EventTarget {
  static last: FakeWorker | null = null;
  static hold = false;
  isTerminated = false;
  readonly isHeld = FakeWorker.hold;

  constructor() {
    super();
    FakeWorker.last = this;
    FakeWorker.hold = false;
  }
  postMessage({ id, kind, request }: WorkerRequest): void {
    if (this.isHeld) return;
    const data = { id, reply: answerSparring(kind, request) };
    setTimeout(() => this.isTerminated || this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate(): void {
    this.isTerminated = true;
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}
