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

it('releases the connection if shutdown begins while the node lock is being acquired', async () => {
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

it('waits at startup for the node lock of a process that has just ended', async () => {
  vi.useRealTimers();
  const busy = () => Object.assign(connection(), { query: async () => ({ rows: [{ held: false }] }) });
  const acquireFrom = (connect: () => Promise<unknown>) =>
    acquireNodeLock({ pool: { connect } } as never, { shared: false, log: pino({ level: 'silent' }) });
  const connect = vi.fn().mockResolvedValueOnce(busy()).mockResolvedValue(connection());
  await acquireFrom(connect);
  expect(connect).toHaveBeenCalledTimes(2);
  await expect(acquireFrom(async () => busy())).rejects.toThrow('Another Rivalhold node is running');
});
