import type { NodeRegistry, SharedNodeState } from '../../platform/cluster/node-registry.ts';
import { perSite, type Site } from '../../platform/site.ts';

/** Time without an update after which a node and its players count as offline. */
const TTL_MS = 10_000;

const sharedStateOf = perSite(({ nodeRegistry }) =>
  (nodeRegistry as NodeRegistry).sharedState<number[]>({ name: 'presence', ttlMs: TTL_MS }),
);
/**
 * Return the shared state with the ids of the players who are connected to each node. Return null if there is only one
 * process.
 */
export const onlineByNode = (site: Site): SharedNodeState<number[]> | null =>
  site.nodeRegistry && sharedStateOf(site);
