import type { NodeBoard, NodeNotes } from '../../platform/node-notes.ts';
import { onePerSite, type Site } from '../../platform/site.ts';

/** A node that has not said for so long who is connected to it is gone, and its players with it. */
const LIFE_MS = 10_000;

/** Who is connected to the other nodes: each tells its own list, for a short time. */
export class Nodes {
  readonly #notes: NodeNotes;
  readonly #lists = new Map<string, { text: string; ids: number[] }>();

  constructor(board: NodeBoard) {
    this.#notes = board.notes({ about: 'presence', lifeMs: LIFE_MS });
  }

  /** Says who is connected here, and reads who is elsewhere. While Redis is away, what was read last holds for a while. */
  exchange(here: Iterable<number>): Promise<void> {
    return this.#notes.exchange(JSON.stringify([...here]));
  }

  /** Who was connected elsewhere at the last exchange. */
  *elsewhere(): Iterable<number> {
    const told = this.#notes.others();
    for (const node of this.#lists.keys()) if (!told.has(node)) this.#lists.delete(node);
    for (const [node, text] of told) {
      const list = this.#lists.get(node);
      // Most of the time nobody came or went there.
      const ids = list?.text === text ? list.ids : (JSON.parse(text) as number[]);
      this.#lists.set(node, { text, ids });
      yield* ids;
    }
  }

  /** Takes this node's players off at once. */
  leave(): Promise<void> {
    return this.#notes.leave();
  }
}

const beside = onePerSite(({ board }) => new Nodes(board as NodeBoard));
/** The other nodes of a site; null where it is one process. */
export const nodesOf = (site: Site): Nodes | null => site.board && beside(site);
