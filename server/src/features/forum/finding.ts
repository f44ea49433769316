import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type DbOrTx, run, runPlanned } from '../../platform/db/db.ts';
import {
  begins,
  isShort,
  mayHold,
  mayHoldThree,
  type PartShares,
  partShares,
  rarestParts,
} from '../../platform/db/text-search.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { hiddenFrom, notAmongHidden, notHidden } from '../blocks/service.ts';
import { PLAYER, playerOf } from '../profiles/service.ts';
import { downwards, KEYS, startFrom } from './marks.ts';
import type { ThreadRow } from './presenters.ts';

export type ThreadFilter = {
  /** Part of a title, in whatever case; '' for all. */
  search: string;
  categoryId: number | null;
  sort: ForumSort;
  page: number;
  size: number;
};
export type ThreadList = { threads: ThreadRow[]; total: number };

/** Most threads that a search finds and pages through. */
const FOUND = LIMITS.forum.searchTotal;
/** Most threads of a page, and how far the pages go that most are on. */
const MOST = 50;
const NEAR = 1_000;

/** The rows of a page whose ids are found, in their order, beside `total`; one row without an id for an empty page. */
const listOf = (total: string, ids: string, sort: ForumSort): string => `
  select counted.total, t.*, ${PLAYER}, left(opening.body, ${LIMITS.forum.excerpt}) as body
  from (${total}) counted
  left join (
    (${ids}) page
    cross join lateral (select * from forum_threads where id = page.id limit 1) t
    cross join lateral (select body from forum_posts where thread_id = t.id and position = 1 limit 1) opening
    ${playerOf('t')}
  ) on true
  order by ${downwards(sort, 't')}`;

const ofCategory = (categoryId: string | null): string =>
  categoryId === null ? '' : `and category_id = ${categoryId}`;

/**
 * A page of a list in its order: ids are counted off in the index alone, from the top or, where that is far, from a mark,
 * and the threads read of those on the page. All in all, less those of players who are hidden. `$1` is the viewer, `$2`
 * the limit, `$3` what is skipped.
 */
const page = (sort: ForumSort, categoryId: string | null, near: boolean): string => {
  const from = KEYS[sort].map((key) => `(select ${key} from start)`);
  const all = `select id from forum_threads
    where deleted_at is null ${ofCategory(categoryId)} and ${notAmongHidden('user_id')}
      ${near ? '' : `and (${KEYS[sort]}) <= (${from})`}
    order by ${downwards(sort)}`;
  return `with ${hiddenFrom('$1')}${near ? '' : `, ${startFrom(sort, categoryId, '$3')}`} ${listOf(
    `select (select coalesce(sum(thread_count), 0)::integer from forum_categories
             where true ${categoryId === null ? '' : `and id = ${categoryId}`})
       - (select count(*)::integer from forum_threads where deleted_at is null ${ofCategory(categoryId)}
            and user_id = any (array(select id from hidden))) as total`,
    // With no bound that it knows, the planner takes a tenth of all for a page and plans anew each time.
    near
      ? `select id from (select id from (${all} limit ${NEAR}) near offset $3 limit ${MOST + 1}) longest limit $2`
      : `select id from (${all} offset $3 - (select before from start) limit ${MOST + 1}) longest limit $2`,
    sort,
  )}`;
};

/** The same of what a search finds, where that is so much that the order of the list soon comes by a page of it. */
const dense = (sort: ForumSort, among: string): string =>
  listOf(
    `select ${FOUND} as total`,
    `select id from forum_threads
     where deleted_at is null and ($5::bigint is null or category_id = $5) and ${notHidden('$1', 'user_id')}
       and ${among}
     order by ${downwards(sort)} limit $2 offset $3`,
    sort,
  );

/** The same where it is less: all of it is found by its letters and put in order. */
const sparse = (sort: ForumSort, among: string): string => `
  with found as materialized (
    select t.id, t.updated_at, t.post_count
    from forum_titles n cross join lateral (
      select * from forum_threads where id = n.thread_id and deleted_at is null
        and ($5::bigint is null or category_id = $5) and ${notHidden('$1', 'user_id')} limit 1
    ) t
    where ${among}
    limit ${FOUND + 1}
  )
  ${listOf(
    'select count(*)::integer as total from found',
    `select id from found where (select count(*) from found) <= ${FOUND}
     order by ${downwards(sort)} limit $2 offset $3`,
    sort,
  )}`;
const SOUGHT = 'lower($4) collate "C"';
const HOLDS = `strpos(n.title, ${SOUGHT}) > 0`;
const BY_LETTERS = `${mayHold('n.title', SOUGHT)} and ${HOLDS}`;
const BY_RARE_LETTERS = `${mayHoldThree('n.title', SOUGHT, ['$6', '$7', '$8'])} and ${HOLDS}`;
const BY_BEGINNING = begins('n.title', SOUGHT);

const each = <T>(of: (sort: ForumSort) => T): Record<ForumSort, T> => ({
  updated: of('updated'),
  newest: of('newest'),
  mostPosts: of('mostPosts'),
});
const ALL = {
  near: each((sort) => page(sort, null, true)),
  far: each((sort) => page(sort, null, false)),
};
const CATEGORY = {
  near: each((sort) => page(sort, '$4::bigint', true)),
  far: each((sort) => page(sort, '$4::bigint', false)),
};
const LETTERS = {
  sparse: each((sort) => sparse(sort, BY_LETTERS)),
  rare: each((sort) => sparse(sort, BY_RARE_LETTERS)),
  common: each((sort) => sparse(sort, HOLDS)),
  dense: each((sort) => dense(sort, 'strpos(lower(title), lower($4)) > 0')),
};
const BEGINNING = {
  sparse: each((sort) => sparse(sort, BY_BEGINNING)),
  dense: each((sort) => dense(sort, 'starts_with(lower(title), lower($4))')),
};

type Row = ({ total: number } & ThreadRow) | { total: number; id: null };

const listFrom = (rows: readonly Row[]): ThreadList => ({
  threads: rows.filter((row): row is { total: number } & ThreadRow => row.id !== null),
  total: rows[0]?.total ?? 0,
});

/** Letters that so great a share of titles have are looked for in the titles one by one: a thousand are soon found. */
const COMMON = 0.2;
/** How long it is believed how many titles have which letters. */
const SHARES_MS = 10 * 60_000;

/** How long a search is believed to find more than are counted, and how many such are kept in mind. */
const MANY_MS = 60_000;
const MOST_KEPT = 1_000;

/** What makes searches quicker than they would be by themselves. */
class Known {
  readonly #site: Site;
  #read: { shares: Promise<PartShares>; at: number } | undefined;
  readonly #many = new Map<string, number>();

  constructor(site: Site) {
    this.#site = site;
  }

  #now(): number {
    return this.#site.clock.now().getTime();
  }

  /** Also where the clock was put back. */
  #since(at: number): number {
    return Math.abs(this.#now() - at);
  }

  /** How many titles have which letters, as the database has counted it; asked for now and then. */
  shares(): Promise<PartShares> {
    if (!this.#read || this.#since(this.#read.at) >= SHARES_MS) {
      const read = { shares: partShares(this.#site.db, 'forum_titles_trigrams'), at: this.#now() };
      read.shares.catch(() => {
        if (this.#read === read) this.#read = undefined;
      });
      this.#read = read;
    }
    return this.#read.shares;
  }

  /** Keeps in mind that a search found more than are counted: its other pages, and orders, need not count again. */
  foundMany(search: string): void {
    if (this.#many.size >= MOST_KEPT) this.#many.clear();
    this.#many.set(search, this.#now());
  }

  isMany(search: string): boolean {
    return this.#since(this.#many.get(search) ?? Number.NEGATIVE_INFINITY) < MANY_MS;
  }
}
export const knownOf = onePerSite((site) => new Known(site));

/** What finds the titles that hold a text of three letters or more where they are few, and the places it is given. */
function byLetters(search: string, shares: PartShares): [Record<ForumSort, string>, number[]] {
  if (shares.size === 0) return [LETTERS.sparse, []];
  const { places, share } = rarestParts(search, shares);
  return share < COMMON ? [LETTERS.rare, places] : [LETTERS.common, []];
}

/**
 * A page of the threads that a filter finds, as far as the viewer may see them, and how many there are.
 * @param known makes a search quicker, not different; but of one that found more than are counted that is believed for
 * a minute
 */
export async function threadList(
  db: DbOrTx,
  viewerId: number,
  filter: ThreadFilter,
  known?: Known,
): Promise<ThreadList> {
  const { search, categoryId, sort, page, size } = filter;
  const [limit, skipped] = [size, (page - 1) * size];
  const given = [viewerId, limit, skipped];
  if (search === '') {
    const reach = skipped + limit <= NEAR ? 'near' : 'far';
    return listFrom(
      categoryId === null
        ? await run<Row>(db, ALL[reach][sort], given)
        : await run<Row>(db, CATEGORY[reach][sort], [...given, categoryId]),
    );
  }

  const [most, from] = [Math.max(0, Math.min(limit, FOUND - skipped)), Math.min(skipped, FOUND)];
  const asked = [viewerId, most, from, search, categoryId];
  const texts = isShort(search) ? BEGINNING : LETTERS;
  const key = JSON.stringify([viewerId, categoryId, search]);
  if (!known?.isMany(key)) {
    const [few, places] =
      texts === BEGINNING ? [texts.sparse, []] : byLetters(search, (await known?.shares()) ?? new Map());
    const found = listFrom(await runPlanned<Row>(db, few[sort], [...asked, ...places]));
    if (found.total <= FOUND) return found;
    known?.foundMany(key);
  }
  return listFrom(await runPlanned<Row>(db, texts.dense[sort], asked));
}
