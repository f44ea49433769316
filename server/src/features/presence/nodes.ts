import type { NodeRegistry, SharedNodeState } from '../../platform/cluster/node-registry.ts';
import { perSite, type Site } from '../../platform/site.ts';

/** A node that has not said for so long who is connected to it is gone, and its players with it. */
const TTL_MS = 10_000;

const sharedStateOf = perSite(({ nodeRegistry }) =>
  (nodeRegistry as NodeRegistry).sharedState<number[]>({ about: 'presence', lifeMs: TTL_MS }),
);
/** The ids of those connected to each node, as these tell each other; null where the site is one process. */
export const onlineByNode = (site: Site): SharedNodeState<number[]> | null =>
  site.nodeRegistry && sharedStateOf(site);
