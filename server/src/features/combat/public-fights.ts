import { combat, type FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { CARD_SIZE } from '@rivalhold/shared/limits.ts';
import { PRERENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { FIGHT_PAGE_TEXTS, namesOf } from '@rivalhold/shared/texts/fight-page.ts';
import Type, { type Static } from 'typebox';
import { FairQueue, type QueueOwner } from '../../platform/concurrency/fair-queue.ts';
import { LruCache } from '../../platform/concurrency/lru-cache.ts';
import { siteUrl } from '../../platform/config.ts';
import { column } from '../../platform/db/columns.ts';
import { query, sql } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { CacheableResponse } from '../../platform/http/routes.ts';
import { compileSerializer } from '../../platform/http/schema.ts';
import { type GuestPage, perSite, type Site } from '../../platform/site.ts';
import { NO_VIEWER } from '../blocks/service.ts';
import { isOpenToSql } from '../fight-visibility/service.ts';
import { drawCard } from './card.ts';
import { findRecord } from './records.ts';

/** A finished fight that guests can watch. */
type PublicFight = { record: FightRecord; json: CacheableResponse; page: GuestPage };

/**
 * Maximum age of a cached fight. After a player stops guests from watching a fight, guests can still watch it for at
 * most this time.
 */
const FIGHT_CACHE_MS = 1_000;
const MAX_CACHED_FIGHTS = 500;
/** Maximum number of cached cards. A card is the link preview image of a fight, and takes about 60 KB. */
const MAX_CARDS = 100;
/**
 * Limits of the queue for drawing cards. Drawing a card takes up to 150 ms, so in a longer queue, clients would give up
 * before their turn.
 */
const CARD_QUEUE = { concurrency: 1, maxWaiting: 20, maxOfOwner: 5 };
/** Maximum number of fights in the sitemap, the latest first. */
const MAX_LISTED_FIGHTS = 1_000;
/**
 * Maximum age of the cached sitemap. If a player stops guests from watching a fight by a request to another node, this
 * node still lists the fight for at most this time.
 */
const SITEMAP_CACHE_MS = 60_000;

const serializeRecord = compileSerializer(combat.routes['GET /api/combat/fights/{id}'].reply);

/** Caches the fights that guests can watch, and their cards. */
export class PublicFights {
  readonly #site: Site;
  readonly #draw: typeof drawCard;
  readonly #fights = new LruCache<number, PublicFight | null>({
    max: MAX_CACHED_FIGHTS,
    maxAgeMs: FIGHT_CACHE_MS,
  });
  /**
   * Cached cards by the entity tag of the record. After a player is renamed, the tag differs, so a card with the old
   * name is never sent.
   */
  readonly #cards = new LruCache<string, Buffer>({ max: MAX_CARDS });
  /**
   * Draws only one card at a time, so that a burst of requests for cards leaves CPU time for other
   * requests.
   */
  readonly #drawing = new FairQueue(CARD_QUEUE);

  /** @param draw draws a card; tests replace it */
  constructor(site: Site, draw = drawCard) {
    this.#site = site;
    this.#draw = draw;
  }

  /** Clear the cached fights after a player has changed who can watch their fights. */
  clear(): void {
    this.#fights.clear();
  }

  /** Return a fight, or null if guests are not allowed to watch it. */
  find(id: number): Promise<PublicFight | null> {
    return this.#fights.get(id, async () => {
      const record = await findRecord(this.#site.db, { fightId: id, viewerId: NO_VIEWER });
      if (!record) return null;
      const json = new CacheableResponse(serializeRecord(record));
      return { record, json, page: toGuestPage(record, json.tag) };
    });
  }

  /**
   * Return the card of a fight as a PNG. Draw it unless it is cached.
   * @param client the client for which the card is drawn; the queue alternates between clients
   * @throws AppError `unavailable` if too many cards are waiting
   */
  card({ record, page: { tag } }: PublicFight, client: QueueOwner): Promise<Buffer> {
    return this.#cards.get(tag, async () => {
      if (this.#drawing.isFull(client)) throw new AppError('unavailable');
      return this.#drawing.add(client, () => this.#draw(record));
    });
  }
}

/** Return the site's cache of public fights. */
export const publicFightsOf = perSite((site) => new PublicFights(site));

/** Return the page of a fight for guests, or null if guests are not allowed to watch the fight. */
export const guestFightPage = async (site: Site, id: number): Promise<GuestPage | null> =>
  (await publicFightsOf(site).find(id))?.page ?? null;

function toGuestPage(record: FightRecord, tag: string): GuestPage {
  const exchanges = record.inputs.filter(({ kind }) => kind === 'exchange').length;
  const title = FIGHT_PAGE_TEXTS.heading(namesOf(record));
  return {
    title,
    description: FIGHT_PAGE_TEXTS.description(exchanges),
    image: { path: `/fights/${record.id}/card.png`, ...CARD_SIZE, text: title },
    tag,
    data: record,
  };
}

const ListedFight = Type.Object({ id: column.integer, ended_at: column.date });

/**
 * Return the latest finished fights whose two players have both chosen to let everybody watch their fights. A
 * default setting does not count as consent.
 */
const listedFights = ({ db }: Site): Promise<Static<typeof ListedFight>[]> =>
  query(
    db,
    ListedFight,
    sql`select f.id, f.ended_at from fight_settings a
        join fights f on f.attacker_id = a.user_id
        join fight_settings d on d.user_id = f.defender_id
        where a.watchers = 'everybody' and d.watchers = 'everybody' and f.status = 'over' and ${isOpenToSql(sql`f`, 'guests')}
        order by f.id desc limit ${MAX_LISTED_FIGHTS}`,
  );

/** Caches the sitemap: the pages for guests, and the fights that may be listed. */
export const sitemapOf = perSite((site) => {
  const cache = new LruCache<'sitemap', string>({ max: 1, maxAgeMs: SITEMAP_CACHE_MS });
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
