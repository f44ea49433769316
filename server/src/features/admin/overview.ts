import { StaffOverview } from '@rivalhold/shared/contract/admin.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { SECOND } from '@rivalhold/shared/time-units.ts';
import Type, { type Static } from 'typebox';
import { queryOne, type Sql, sql } from '../../platform/db/db.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { getHealth } from '../health/service.ts';
import { connectedUserIds } from '../presence/service.ts';

/** Time in ms for which a node caches the counts of the overview. */
const FRESH_MS = 10 * SECOND;

const Figures = Type.Pick(StaffOverview, ['openReports', 'openAppeals', 'signUps', 'fights']);
type Figures = Static<typeof Figures>;

/** Return the data of the staff overview. Moderators do not get the health of the site. */
export async function getOverview(site: Site, { role }: Viewer): Promise<StaffOverview> {
  const figures = await figuresOf(site)();
  const health = role === 'admin' ? await getHealth(site) : null;
  return {
    ...figures,
    playersOnline: connectedUserIds(site).size,
    health: health && { state: health.state, issues: health.issues.length },
  };
}

/**
 * Return a function that returns the counts of the overview, and reads them from the database at most once per
 * `FRESH_MS`.
 */
const figuresOf = perSite((site) => {
  let cached: { figures: Promise<Figures>; at: number } | null = null;
  return (): Promise<Figures> => {
    const now = site.clock.now().getTime();
    if (cached && now - cached.at < FRESH_MS) return cached.figures;
    const figures = readFigures(site);
    const entry = { figures, at: now };
    cached = entry;
    figures.catch(() => {
      if (cached === entry) cached = null;
    });
    return figures;
  };
});

async function readFigures({ db, clock }: Site): Promise<Figures> {
  const now = clock.now();
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const yesterday = new Date(today.getTime());
  yesterday.setUTCDate(yesterday.getUTCDate() - 1);
  return queryOne(
    db,
    Figures,
    sql`select (select count(*)::integer from reports where state = 'open') as "openReports",
          (select count(*)::integer from appeals where outcome is null) as "openAppeals",
          ${dailySql(sql`users`, today, yesterday)} as "signUps",
          ${dailySql(sql`fights`, today, yesterday)} as fights`,
  );
}

/**
 * SQL for the numbers of rows created today and yesterday. There is no index on the creation time. Therefore, the SQL
 * finds the last row from before yesterday, and then reads only rows with higher ids.
 */
const dailySql = (table: Sql, today: Date, yesterday: Date): Sql => sql`(
  select json_build_object(
    'today', count(*) filter (where created_at >= ${today}),
    'yesterday', count(*) filter (where created_at >= ${yesterday} and created_at < ${today}))
  from ${table}
  where id > coalesce((select id from ${table} where created_at < ${yesterday} order by id desc limit 1), 0))`;
