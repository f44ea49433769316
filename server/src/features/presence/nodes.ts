import type { NodeRegistry, SharedNodeState } from '../../platform/cluster/node-registry.ts';
import { perSite, type Site } from '../../platform/site.ts';

/** The time without an update after which a node, and its players, count as offline. */
const TTL_MS = 10_000;

const sharedStateOf = perSite(({ nodeRegistry }) =>
  (nodeRegistry as NodeRegistry).sharedState<number[]>({ about: 'presence', lifeMs: TTL_MS }),
);
/** Return the shared lists of player ids that are connected to each node; null for a single process. */
export const onlineByNode = (site: Site): SharedNodeState<number[]> | null =>
  site.nodeRegistry && sharedStateOf(site);
