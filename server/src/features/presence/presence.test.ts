import type { VisibilityAudience } from '@rivalhold/shared/contract/safety.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Relations } from './queries.ts';
import { Presence } from './service.ts';

const { intervalMs, fullListMax, maxSubscriptions } = LIMITS.presence;

/** A simulated node that uses fake timers and needs no sockets and no database. */
class TestNode {
  readonly here = new Map<number, number>();
  readonly elsewhere = new Set<number>();
  readonly friends = new Map<number, number[]>();
  readonly blocks: [number, number][] = [];
  readonly seenBy = new Map<number, VisibilityAudience>();
  /** The lists that were sent to players, in order. */
  sent: { to: number; online: number[] }[] = [];
  welcomed: { socket: string; online: number[] }[] = [];
  reads = 0;
  looks = 0;
  #sockets = 0;
  readonly presence = new Presence({
    connected: () => {
      this.looks++;
      return new Set([...this.here.keys(), ...this.elsewhere]);
    },
    read: async (ids, onlineIds) => {
      this.reads++;
      return {
        relations: new Map(ids.map((id) => [id, this.#relations(id)])),
        seenBy: new Map([...this.seenBy].filter(([id]) => onlineIds.includes(id))),
      };
    },
    send: (ids, online) => this.sent.push(...ids.map((to) => ({ to, online }))),
    sendToSockets: (sockets, online) => this.welcomed.push(...sockets.map((socket) => ({ socket, online }))),
    now: () => Date.now(),
    onError: (error) => {
      throw error;
    },
  });

  #relations(id: number): Relations {
    const blocked = this.blocks.flatMap(([one, other]) => (one === id ? [other] : other === id ? [one] : []));
    return { friends: new Set(this.friends.get(id)), blocked: new Set(blocked) };
  }

  open(id: number): string {
    const before = this.here.get(id) ?? 0;
    this.here.set(id, before + 1);
    const socket = `s${this.#sockets++}`;
    this.presence.connected(id, socket, before === 0);
    return socket;
  }

  close(id: number): void {
    const left = (this.here.get(id) ?? 1) - 1;
    if (left > 0) this.here.set(id, left);
    else {
      this.here.delete(id);
      this.presence.disconnected(id);
    }
  }

  /** Open a socket for each player, wait until all events are sent, and discard the recorded events. */
  async settle(...ids: number[]): Promise<void> {
    for (const id of ids) this.open(id);
    await vi.advanceTimersByTimeAsync(3 * intervalMs);
    this.sent = [];
    this.welcomed = [];
  }

  lists(to: number): number[][] {
    return this.sent.filter((one) => one.to === to).map(({ online }) => online);
  }
}

let node: TestNode;
beforeEach(() => {
  vi.useFakeTimers();
  node = new TestNode();
});
afterEach(async () => {
  await node.presence.close();
  const { reads, looks, sent } = node;
  const before = [reads, looks, sent.length];
  await vi.advanceTimersByTimeAsync(10 * intervalMs);
  expect([node.reads, node.looks, node.sent.length]).toEqual(before);
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('presence', () => {
  it('immediately sends the list of online players to a player who connects', async () => {
    await node.settle(1, 2);
    const socket = node.open(3);
    await pass(50);
    expect(node.welcomed).toEqual([{ socket, online: [1, 2, 3] }]);
    expect(node.sent).toEqual([]);
    await pass(intervalMs);
    expect([node.lists(1), node.lists(2), node.lists(3)]).toEqual([[[1, 2, 3]], [[1, 2, 3]], []]);
  });

  it('counts a player with several tabs once', async () => {
    await node.settle(1, 2);
    const tab = node.open(2);
    await pass(2 * intervalMs);
    expect([node.welcomed, node.sent]).toEqual([[{ socket: tab, online: [1, 2] }], []]);
    node.close(2);
    await pass(3 * intervalMs);
    expect(node.sent).toEqual([]);
    node.close(2);
    await pass(3 * intervalMs);
    expect(node.lists(1)).toEqual([[1]]);
  });

  it('sends nothing to other players for a page reload', async () => {
    await node.settle(1, 2);
    node.close(2);
    await pass(1_500);
    node.open(2);
    await pass(5 * intervalMs);
    expect(node.sent).toEqual([]);
  });

  it('sends a player at most one list every two seconds', async () => {
    await node.settle(1);
    const times: number[] = [];
    for (let step = 0; step < 200; step++) {
      if (step % 3 === 2) node.close(step - 1 + 100);
      else node.open(step + 100);
      const before = node.lists(1).length;
      await pass(100);
      if (node.lists(1).length > before) times.push(Date.now());
    }
    const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
    expect(times.length).toBeGreaterThan(5);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(intervalMs - 100);
    await pass(3 * intervalMs);
    expect(node.lists(1).at(-1)?.sort()).toEqual([...node.here.keys()].sort());
  });

  it('hides two players from each other after either of them has blocked the other', async () => {
    node.blocks.push([1, 2]);
    await node.settle(1, 3);
    const socket = node.open(2);
    await pass(3 * intervalMs);
    expect(node.welcomed).toEqual([{ socket, online: [3, 2] }]);
    expect([node.lists(1), node.lists(3)]).toEqual([[], [[1, 3, 2]]]);
    expect(await node.presence.subscribe(1, [2, 3])).toEqual([3]);
    expect(await node.presence.subscribe(2, undefined)).toEqual([3, 2]);
    node.blocks.length = 0;
    node.presence.relationsChanged([1, 2]);
    await pass(3 * intervalMs);
    expect(node.lists(1)).toEqual([[1, 3, 2]]);
    node.blocks.push([2, 3]);
    node.presence.relationsChanged([2, 3]);
    await pass(3 * intervalMs);
    expect([node.lists(3).at(-1), node.lists(2).at(-1), node.lists(1)]).toEqual([
      [1, 3],
      [1, 2],
      [[1, 3, 2]],
    ]);
  });

  it('reads all relations and settings again after lost events', async () => {
    await node.settle(1, 2, 3);
    node.elsewhere.add(4);
    node.presence.remoteChanged();
    await pass(2 * intervalMs);
    expect(node.lists(1)).toEqual([[1, 2, 3, 4]]);
    node.seenBy.set(2, 'nobody').set(4, 'nobody');
    node.blocks.push([1, 3]);
    node.presence.eventsLost();
    expect(await node.presence.subscribe(1, [2, 3, 4])).toEqual([]);
    await pass(2 * intervalMs);
    expect([node.lists(1).at(-1), node.lists(3).at(-1)]).toEqual([[1], [3]]);
  });

  it('includes players on other nodes until those nodes no longer report them', async () => {
    await node.settle(1);
    node.elsewhere.add(2).add(1);
    node.presence.remoteChanged();
    await pass(2 * intervalMs);
    expect(node.lists(1)).toEqual([[1, 2]]);
    node.elsewhere.clear();
    node.presence.remoteChanged();
    await pass(3 * intervalMs);
    expect(node.lists(1)).toEqual([[1, 2], [1]]);
  });
});

describe('presence with more than 500 online players', () => {
  const crowd = Array.from({ length: fullListMax + 1 }, (_, index) => index + 1_000);

  it('includes only friends and players whose presence was requested', async () => {
    node.friends.set(1, [2, 3, 5_000]);
    await node.settle(1, 2, 4, ...crowd);
    expect(await node.presence.subscribe(1, undefined)).toEqual([2]);
    node.open(3);
    await pass(2 * intervalMs);
    expect(node.sent).toEqual([{ to: 1, online: [2, 3] }]);
    expect(await node.presence.subscribe(4, [1_000, 2, 9_999])).toEqual([1_000, 2]);
    node.close(1_000);
    await pass(3 * intervalMs);
    expect(node.lists(4)).toEqual([[2]]);
    expect(node.lists(1)).toEqual([[2, 3]]);
  });

  it('remembers the last 200 players whose presence was requested', async () => {
    await node.settle(1, ...crowd);
    await node.presence.subscribe(1, crowd.slice(0, maxSubscriptions));
    await node.presence.subscribe(1, crowd.slice(maxSubscriptions, maxSubscriptions + 10));
    expect(await node.presence.subscribe(1, undefined)).toEqual(crowd.slice(10, maxSubscriptions + 10));
  });

  it('switches between full and partial lists as the number of online players changes', async () => {
    node.friends.set(1, [2]);
    await node.settle(1, 2, ...crowd.slice(0, fullListMax - 2));
    expect(await node.presence.subscribe(1, undefined)).toHaveLength(fullListMax);
    node.open(crowd.at(-1) as number);
    await pass(2 * intervalMs);
    expect(node.lists(1)).toEqual([[2]]);
    node.close(crowd.at(-1) as number);
    await pass(3 * intervalMs);
    expect(node.lists(1)[1]).toHaveLength(fullListMax);
  });

  it('handles 3,000 concurrent reconnects with at most two queries', async () => {
    const players = Array.from({ length: 3_000 }, (_, index) => index + 1);
    for (const id of players)
      node.friends.set(
        id,
        Array.from({ length: 50 }, (_, n) => ((id * 31 + n * 61) % 3_000) + 1),
      );
    const looksAt = async (change: () => void, ms: number): Promise<number> => {
      const before = node.looks;
      change();
      await pass(ms);
      return node.looks - before;
    };
    const coming = await looksAt(() => {
      for (const id of players) node.open(id);
    }, intervalMs);
    expect(node.welcomed).toHaveLength(3_000);
    expect(node.reads).toBeLessThanOrEqual(2);
    await pass(2 * intervalMs);
    node.sent = [];
    const reloading = await looksAt(() => {
      for (const id of players) node.close(id);
      for (const id of players) node.open(id);
    }, 2 * intervalMs);
    expect(node.sent).toEqual([]);
    const halfGoing = await looksAt(() => {
      for (const id of players.slice(0, 1_500)) node.close(id);
    }, 2 * intervalMs);
    expect(node.sent.length).toBeGreaterThan(1_000);
    expect(Math.max(coming, reloading, halfGoing)).toBeLessThanOrEqual(4);
  });
});
