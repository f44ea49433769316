import { onePerSite, type Site } from '../../platform/site.ts';

/** Who has not asked for a report for so long has it open no more; a browser asks again and again. */
const LIFE_MS = 30_000;
const keyOf = (reportId: number): string => `rivalhold:desk:${reportId}`;

/** Who has which report open, on a site of one node. */
const openOn = onePerSite(() => new Map<number, Map<number, number>>());

/** Notes that one of the staff looks at a report, and answers who else does; nobody while Redis is away. */
export async function lookAt(
  site: Site,
  { reportId, viewerId }: { reportId: number; viewerId: number },
): Promise<number[]> {
  const now = site.clock.now().getTime();
  const looking = site.redis
    ? await lookingByRedis(site.redis, { reportId, viewerId, now })
    : lookingHere(site, { reportId, viewerId, now });
  return looking.filter((id) => id !== viewerId);
}

type Look = { reportId: number; viewerId: number; now: number };

function lookingHere(site: Site, { reportId, viewerId, now }: Look): number[] {
  const open = openOn(site);
  for (const [id, viewers] of open) {
    for (const [viewer, at] of viewers) if (now - at > LIFE_MS) viewers.delete(viewer);
    if (viewers.size === 0) open.delete(id);
  }
  const viewers = open.get(reportId) ?? new Map<number, number>();
  open.set(reportId, viewers.set(viewerId, now));
  return [...viewers.keys()];
}

async function lookingByRedis(
  redis: NonNullable<Site['redis']>,
  { reportId, viewerId, now }: Look,
): Promise<number[]> {
  const key = keyOf(reportId);
  try {
    await redis
      .multi()
      .zadd(key, now, String(viewerId))
      .zremrangebyscore(key, '-inf', now - LIFE_MS)
      .pexpire(key, LIFE_MS)
      .exec();
    return (await redis.zrange(key, 0, '-1')).map(Number);
  } catch {
    return [];
  }
}
