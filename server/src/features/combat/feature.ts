import type { DbOrTx } from '../../platform/db/db.ts';
import type { ReportedContent } from '../../platform/reported-content.ts';
import type { Feature } from '../../platform/site.ts';
import { canWatch } from '../fight-visibility/service.ts';
import { forfeitFightBetween } from './character-changes.ts';
import { closeAbandonedFights } from './deadlines.ts';
import { personalData } from './personal-data.ts';
import { guestFightPage } from './public-fights.ts';
import { fightWithLog } from './queries.ts';
import { combatRoutes } from './routes.ts';

/**
 * Return a fight, with the end of its log, as reportable content. Return undefined if the fight is not visible to the
 * viewer. If the viewer took part in the fight, the opponent is reported. Otherwise, the fight's winner is reported.
 */
async function getReportedFight(
  db: DbOrTx,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<ReportedContent | undefined> {
  const fight = await fightWithLog(db, id);
  if (!fight) return undefined;
  const both = [fight.attacker_id, fight.defender_id];
  const isOwn = both.includes(viewerId);
  if (!isOwn && !(await canWatch(db, viewerId, id))) return undefined;
  const other = both.find((player) => player !== viewerId) as number;
  return {
    ownerId: isOwn ? other : (fight.winner_id ?? fight.attacker_id),
    text: fight.state.log.map(({ text }) => text).join('\n'),
    media: [],
    link: `/fights/${id}`,
    createdAt: fight.created_at,
  };
}

export const combat: Feature = {
  name: 'combat',
  routes: combatRoutes,
  jobs(site) {
    site.jobs.define('combat.abandoned', {
      cron: '*/10 * * * *',
      run: () => closeAbandonedFights(site.db, site),
    });
  },
  guestPages: { '/fights/{id}': guestFightPage },
  reportable: { fight: { reported: getReportedFight } },
  personalData,
  onBlock: forfeitFightBetween,
};
