import pg from 'pg';

/** Statements that one connection is sent before it has answered the first of them. */
const DEPTH = 8;
/** A connection that has answered nothing for so long is at something slow, which no other read is to wait for. */
const SLOW_MS = 50;
/** One that was idle for so long is not trusted any more, as by the pool itself: what stands between may have dropped it. */
const IDLE_MS = 10_000;
/** What changes, locks, waits or tells has a connection of its own: others would wait for what it waits for. */
const NO_READ =
  /\b(insert|update|delete|merge|truncate|share|lock|set|analyze|vacuum|call|nextval|setval|set_config|txid_\w+|pg_\w+)\b/i;
/** A connection does not know this name, or knows it already: a statement that should have prepared it has failed. */
const PREPARED_AMISS = ['26000', '42P05'];

type Lane = { client: pg.PoolClient; waiting: number; answeredAt: number };

/**
 * A few connections of a pool that are sent reads one after the other, without waiting for their answers. Where many
 * players ask at once that costs both sides less than a connection for each: fewer processes of the database take
 * turns, and each finds the next read when it is done with one. They stay with it while they are used.
 */
export class Lanes {
  readonly #pool: pg.Pool;
  readonly #most: number;
  readonly #lanes = new Set<Lane>();
  readonly #reads = new Map<string, boolean>();
  #opening = 0;
  #isClosed = false;

  /** @param most how many connections of the pool it takes for itself */
  constructor(pool: pg.Pool, most: number) {
    this.#pool = pool;
    this.#most = most;
  }

  /** How many connections it has. */
  get size(): number {
    return this.#lanes.size;
  }

  /** How many reads wait for another to be answered first. */
  get waiting(): number {
    return [...this.#lanes].reduce((sum, { waiting }) => sum + Math.max(0, waiting - 1), 0);
  }

  /**
   * The rows of a read of a fixed text; undefined where it is no read, where no connection is free for it now, or where
   * that was lost under it: then it is to be sent on one of its own.
   * @throws what the database says, as a connection of its own would, or that it did not answer this read in time
   */
  async read(text: string, parameters: unknown[]): Promise<unknown[] | undefined> {
    const lane = this.#isRead(text) ? this.#free() : undefined;
    if (!lane) return undefined;
    if (lane.waiting++ === 0) lane.answeredAt = performance.now();
    try {
      return (await lane.client.query(text, parameters)).rows;
    } catch (error) {
      if (PREPARED_AMISS.includes(String((error as { code?: unknown }).code))) return undefined;
      if (error instanceof pg.DatabaseError) throw error;
      // It ends only later; whoever came until then would fail with it.
      this.#leave(lane);
      // Whose own time is over has waited long enough; the others were only lost with it.
      if (error instanceof Error && error.message === 'Query read timeout') throw error;
      return undefined;
    } finally {
      lane.waiting--;
      lane.answeredAt = performance.now();
      if (this.#isClosed) this.#leave(lane);
    }
  }

  /** Gives its connections back, as soon as they have answered; to be called before the pool is ended. */
  close(): void {
    this.#isClosed = true;
    for (const lane of this.#lanes) this.#leave(lane);
  }

  #isRead(text: string): boolean {
    const known = this.#reads.get(text);
    if (known !== undefined) return known;
    const isRead = !NO_READ.test(text);
    this.#reads.set(text, isRead);
    return isRead;
  }

  #free(): Lane | undefined {
    const now = performance.now();
    let best: Lane | undefined;
    for (const lane of this.#lanes) {
      const silentFor = now - lane.answeredAt;
      if (lane.waiting === 0) {
        if (silentFor < IDLE_MS) return lane;
        this.#leave(lane);
      } else if (lane.waiting < (best?.waiting ?? DEPTH) && silentFor < SLOW_MS) best = lane;
    }
    if (!this.#isClosed && this.#lanes.size + this.#opening < this.#most) void this.#open();
    return best;
  }

  async #open(): Promise<void> {
    this.#opening++;
    try {
      const client = await this.#pool.connect();
      const lane: Lane = { client, waiting: 0, answeredAt: performance.now() };
      if (this.#isClosed) return client.release();
      this.#lanes.add(lane);
      for (const end of ['error', 'end'] as const) client.once(end, () => this.#leave(lane));
    } catch {
      // The pool has none to give, or the database is away: whoever asks for one of their own is told.
    } finally {
      this.#opening--;
    }
  }

  #leave(lane: Lane): void {
    if (this.#isClosed && lane.waiting > 0) return;
    if (this.#lanes.delete(lane)) lane.client.release(true);
  }
}
