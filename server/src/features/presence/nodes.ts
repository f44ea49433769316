import type { NodeRegistry, SharedNodeState } from '../../platform/cluster/node-registry.ts';
import { perSite, type Site } from '../../platform/site.ts';

/** Time without an update after which a node and its players count as offline. */
const TTL_MS = 10_000;

const sharedStateOf = perSite(({ nodeRegistry }) =>
  (nodeRegistry as NodeRegistry).sharedState<number[]>({ name: 'presence', ttlMs: TTL_MS }),
);
/**
 * Return the state that the nodes share: for each node, the ids of its connected players. Return null if there is only
 * one process.
 */
export const onlineByNode = (site: Site): SharedNodeState<number[]> | null =>
  site.nodeRegistry && sharedStateOf(site);
