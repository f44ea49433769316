import { PRERENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { LruCache } from '../../platform/concurrency/lru-cache.ts';
import { siteUrl } from '../../platform/config.ts';
import { query, sql } from '../../platform/db/db.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { isOpenToSql } from '../fight-visibility/service.ts';

/** Maximum number of fights in the sitemap, the latest first. */
const MAX_FIGHTS = 1_000;
/**
 * Maximum age of the cached sitemap. If a player stops guests from watching a fight by a request to another node, this
 * node still lists the fight for at most this time.
 */
const CACHE_MS = 60_000;

/**
 * Return the latest finished fights whose two players have both chosen to let everybody watch their fights. A
 * default setting does not count as consent.
 */
const listedFights = ({ db }: Site): Promise<{ id: number; ended_at: Date }[]> =>
  query(
    db,
    sql`select f.id, f.ended_at from fight_settings a
        join fights f on f.attacker_id = a.user_id
        join fight_settings d on d.user_id = f.defender_id
        where a.watchers = 'everybody' and d.watchers = 'everybody' and f.status = 'over' and ${isOpenToSql(sql`f`, 'guests')}
        order by f.id desc limit ${MAX_FIGHTS}`,
  );

/** Caches the sitemap: the pages for guests, and the fights that may be listed. */
export const sitemapOf = perSite((site) => {
  const cache = new LruCache<'sitemap', string>({ max: 1, maxAgeMs: CACHE_MS });
  const render = async (): Promise<string> => {
    const entry = (path: string, changed?: Date) =>
      `<url><loc>${escapeHtml(siteUrl(site.config) + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`;
    const fights = await listedFights(site);
    const urls = [
      ...PRERENDERED_PATHS.map((path) => entry(path)),
      ...fights.map(({ id, ended_at }) => entry(`/fights/${id}`, ended_at)),
    ];
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>\n`;
  };
  return {
    read: () => cache.get('sitemap', render),
    /** Clear the cached sitemap after a player has changed who can watch their fights. */
    clear: () => cache.clear(),
  };
});
