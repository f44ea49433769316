import { combat } from '@rivalhold/shared/contract/combat.ts';
import type { FightRecord } from '@rivalhold/shared/fights/verify.ts';
import { CARD_SIZE } from '@rivalhold/shared/limits.ts';
import { FIGHT_PAGE_TEXTS, namesOf } from '@rivalhold/shared/texts/fight-page.ts';
import { RecentValues } from '../../platform/concurrency/recent-values.ts';
import { CacheableResponse } from '../../platform/http/routes.ts';
import { compileSerializer } from '../../platform/http/schema.ts';
import { type GuestPage, perSite, type Site } from '../../platform/site.ts';
import { NO_VIEWER } from '../blocks/service.ts';
import { drawCard } from './card.ts';
import { findRecord } from './records.ts';

/** A finished fight that guests can watch. */
type PublicFight = { record: FightRecord; json: CacheableResponse; tag: string };

/** Maximum age of a cached fight. A fight that its players close stays open for guests for at most this time. */
const CACHE_MS = 1_000;
const MAX_FIGHTS = 500;
/** A card has about 60 KB. */
const MAX_CARDS = 100;

const serializeRecord = compileSerializer(combat.routes['GET /api/combat/fights/{id}'].reply);

/** Caches the fights that guests can watch, and their cards. */
export class PublicFights {
  readonly #site: Site;
  readonly #draw: typeof drawCard;
  readonly #fights = new RecentValues<number, PublicFight | null>({ max: MAX_FIGHTS, maxAgeMs: CACHE_MS });
  /** The cards by the entity tag of the record, so that a card with an old name is never sent. */
  readonly #cards = new RecentValues<string, Buffer>({ max: MAX_CARDS });
  /** The end of the queue of cards. Only one card is drawn at a time, so that many cards do not occupy the processor. */
  #drawing: Promise<unknown> = Promise.resolve();

  /** @param draw draws a card; tests replace it */
  constructor(site: Site, draw = drawCard) {
    this.#site = site;
    this.#draw = draw;
  }

  /** Forget all fights, because a player has changed who can watch theirs. */
  clear(): void {
    this.#fights.clear();
  }

  /** Return a fight, or null if guests are not allowed to watch it. */
  find(id: number): Promise<PublicFight | null> {
    return this.#fights.get(id, async () => {
      const record = await findRecord(this.#site.db, { fightId: id, viewerId: NO_VIEWER });
      if (!record) return null;
      const json = new CacheableResponse(serializeRecord(record));
      return { record, json, tag: json.tag };
    });
  }

  /** Return the card of a fight as a PNG. Draw it unless it is cached. */
  card({ record, tag }: PublicFight): Promise<Buffer> {
    return this.#cards.get(tag, () => {
      const drawn = this.#drawing.then(() => this.#draw(record));
      this.#drawing = drawn.catch(() => undefined);
      return drawn;
    });
  }
}

/** Return the site's cache of public fights. */
export const publicFightsOf = perSite((site) => new PublicFights(site));

/** Return the page of a fight for guests, or null if guests are not allowed to watch the fight. */
export async function guestFightPage(site: Site, id: number): Promise<GuestPage | null> {
  const fight = await publicFightsOf(site).find(id);
  if (!fight) return null;
  const { record, tag } = fight;
  const exchanges = record.inputs.filter(({ kind }) => kind === 'exchange').length;
  const title = FIGHT_PAGE_TEXTS.heading(namesOf(record));
  return {
    title,
    description: FIGHT_PAGE_TEXTS.description(exchanges),
    image: { path: `/fights/${id}/card.png`, ...CARD_SIZE, text: title },
    tag,
    data: record,
  };
}
