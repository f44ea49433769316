import type { NodeBoard, NodeNotes } from '../../platform/cluster/node-board.ts';
import { onePerSite, type Site } from '../../platform/site.ts';

/** A node that has not said for so long who is connected to it is gone, and its players with it. */
const LIFE_MS = 10_000;

const beside = onePerSite(({ board }) =>
  (board as NodeBoard).notes<number[]>({ about: 'presence', lifeMs: LIFE_MS }),
);
/** The ids of those connected to each node, as these tell each other; null where the site is one process. */
export const nodesOf = (site: Site): NodeNotes<number[]> | null => site.board && beside(site);
