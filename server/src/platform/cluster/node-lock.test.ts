import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { acquireNodeLock } from './node-lock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const connection = () =>
  Object.assign(new EventEmitter(), {
    query: async () => ({ rows: [{ held: true }] }),
    release: vi.fn(),
  });

it('releases the connection of a lock that is acquired during shutdown', async () => {
  const [first, second] = [connection(), connection()];
  const late = Promise.withResolvers<typeof second>();
  const connect = vi.fn().mockResolvedValueOnce(first).mockReturnValueOnce(late.promise);
  const node = await acquireNodeLock({ pool: { connect } } as never, {
    shared: true,
    log: pino({ level: 'silent' }),
  });
  first.emit('error', new Error('cut'));
  await vi.runOnlyPendingTimersAsync();
  expect(connect).toHaveBeenCalledTimes(2);
  await node.release();
  late.resolve(second);
  await waitFor(() => expect(second.release).toHaveBeenCalledExactlyOnceWith(true));
});
