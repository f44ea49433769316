import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type DbOrTx, run, runPlanned } from '../../platform/db/db.ts';
import {
  mayHold,
  mayHoldThree,
  NO_SHARES,
  type PartShares,
  partShares,
  rarestParts,
} from '../../platform/db/text-search.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { notHidden } from '../blocks/service.ts';
import { each, type ListRow, listFrom, listOf, type ThreadFilter, type ThreadList } from './listing.ts';
import { downwards } from './marks.ts';

/** Most threads that a search finds and pages through. */
const FOUND = LIMITS.forum.searchTotal;

const SOUGHT = 'lower($4) collate "C"';
const HOLDS = `strpos(n.title, ${SOUGHT}) > 0`;
const BY_LETTERS = `${mayHold('n.title', SOUGHT)} and ${HOLDS}`;
const BY_RARE_LETTERS = `${mayHoldThree('n.title', SOUGHT, ['$6', '$7', '$8'])} and ${HOLDS}`;
/** The same for a statement that is planned for all texts: reckoned once, rather than for each title. */
const SOUGHT_ONCE = '(select lower($4) collate "C")';
/** Of threads: what a filter leaves of them. */
const LEFT = `deleted_at is null and ($5::bigint is null or category_id = $5) and ${notHidden('$1', 'user_id')}`;

/** All threads whose titles are among some. */
const titled = (among: string): string => `
  forum_titles n cross join lateral (
    select * from forum_threads where id = n.thread_id and ${LEFT} limit 1
  ) t
  where ${among}`;

/** What a search finds, where that is less than can be counted: all of it is found and then put in order. */
const sparse = (sort: ForumSort, threads: string): string => `
  with found as materialized (
    select t.id, t.updated_at, t.post_count from ${threads} limit ${FOUND + 1}
  )
  ${listOf(
    'select count(*)::integer as total from found',
    `select id from found where (select count(*) from found) <= ${FOUND}
     order by ${downwards(sort)} limit $2 offset $3`,
    sort,
  )}`;

const IN_TITLE = `strpos(lower(title), ${SOUGHT_ONCE}) > 0`;

/** The same where it is so much that the order of the list soon comes by a page of it. */
const dense = (sort: ForumSort): string =>
  listOf(
    `select ${FOUND} as total`,
    // With no bound that it knows, the planner would put all in order.
    `select id from (
       select id from forum_threads where ${LEFT} and ${IN_TITLE} order by ${downwards(sort)} limit ${FOUND}
     ) found limit $2 offset $3`,
    sort,
  );

/** A sample of titles: so many neighbours, from each of so many parts of all, always the same ones. */
const NEIGHBOURS = 8;
const STRETCHES = 32;
/** By chance alone a search meets as many in a sample that one title in a hundred holds once in 200 times. */
const MET = 8;
/** Of so many stretches: neighbours are often of one kind. */
const PARTS_MET = 4;
/** Of so many times as many as are counted it need not be known how many there are. */
const AMPLE = 2 * FOUND;

type Sampled = {
  /** Which of the stretches it is from. */
  stretch: number;
  id: number;
  title: string;
  /** Of a thread that is not deleted. */
  category_id: number | null;
};

const SAMPLE = `
  select stretch, n.thread_id as id, n.title,
    (select category_id from forum_threads where id = n.thread_id and deleted_at is null) as category_id
  from (select max(thread_id) / ${STRETCHES} as length from forum_titles) all_titles
  cross join generate_series(1, ${STRETCHES}) stretch
  cross join lateral (
    select thread_id, title from forum_titles
    where thread_id > (stretch - 1) * length + abs(hashint4(stretch)::bigint) % (length + 1)
    order by thread_id limit ${NEIGHBOURS}
  ) n`;

/** What is known of all titles: which letters they have, and some of them. */
type Titles = PartShares & { sample: readonly Sampled[] };
const NO_TITLES: Titles = { ...NO_SHARES, sample: [] };

/** Whether a sample of the titles has so many that a search meets that it should find far more than are counted. */
function isAmple({ search, categoryId }: ThreadFilter, { texts, sample }: Titles): boolean {
  const sought = search.toLowerCase();
  const met = sample.filter(
    ({ title, category_id: own }) =>
      own !== null && (categoryId === null || own === categoryId) && title.includes(sought),
  );
  const count = new Set(met.map(({ id }) => id)).size;
  const parts = new Set(met.map(({ stretch }) => stretch)).size;
  return count >= MET && parts >= PARTS_MET && count * texts >= AMPLE * sample.length;
}

const LETTERS = {
  sparse: each((sort) => sparse(sort, titled(BY_LETTERS))),
  rare: each((sort) => sparse(sort, titled(BY_RARE_LETTERS))),
  common: each((sort) => sparse(sort, titled(HOLDS))),
  // A category may be small, or not there.
  commonInCategory: each((sort) =>
    sparse(sort, `forum_threads t where category_id = $5 and ${LEFT} and ${IN_TITLE}`),
  ),
  dense: each(dense),
};

/** Letters that so great a share of titles have are looked for in the titles one by one: a thousand are soon found. */
const COMMON = 0.2;
/** How long it is believed which letters titles have. */
const TITLES_MS = 10 * 60_000;

/** How long it is believed whether a search finds more than are counted, and of how many that is kept in mind. */
const BELIEVED_MS = 60_000;
const MOST_KEPT = 1_000;

/** What makes searches quicker than they would be by themselves. */
export class Known {
  readonly #site: Site;
  #read: { titles: Promise<Titles>; at: number } | undefined;
  readonly #believed = new Map<string, { many: boolean; at: number }>();

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

  /** What titles there are, as the database has counted them; asked for now and then. */
  titles(): Promise<Titles> {
    if (!this.#read || this.#since(this.#read.at) >= TITLES_MS) {
      const read = { titles: this.#ask(), at: this.#now() };
      read.titles.catch(() => {
        if (this.#read === read) this.#read = undefined;
      });
      this.#read = read;
    }
    return this.#read.titles;
  }

  async #ask(): Promise<Titles> {
    const { db } = this.#site;
    const shares = await partShares(db, 'forum_titles_parts');
    return { ...shares, sample: shares.texts < AMPLE ? [] : await run<Sampled>(db, SAMPLE, []) };
  }

  /** Keeps in mind whether a search finds more than are counted: its other pages, and orders, need not count. */
  believe(search: string, many: boolean): void {
    if (this.#believed.size >= MOST_KEPT) this.#believed.clear();
    this.#believed.set(search, { many, at: this.#now() });
  }

  /** Whether it does; undefined where that is not known. */
  isMany(search: string): boolean | undefined {
    const believed = this.#believed.get(search);
    return believed && this.#since(believed.at) < BELIEVED_MS ? believed.many : undefined;
  }
}
export const knownOf = onePerSite((site) => new Known(site));

/** The statement that finds all that a search meets, but no thread where that is more than are counted, with its places. */
function fewOf(
  { search, categoryId, sort }: ThreadFilter,
  known: PartShares,
): [text: string, places: readonly number[]] {
  if (known.shares.size === 0) return [LETTERS.sparse[sort], []];
  const { places, share } = rarestParts(search, known);
  if (share < COMMON) return [LETTERS.rare[sort], places];
  return [(categoryId === null ? LETTERS.common : LETTERS.commonInCategory)[sort], []];
}

/** A page of the threads that a search finds, as `threadList`. */
export async function searched(
  db: DbOrTx,
  viewerId: number,
  filter: ThreadFilter,
  known?: Known,
): Promise<ThreadList> {
  const { search, categoryId, sort, page, size } = filter;
  const skipped = (page - 1) * size;
  const most = Math.max(0, Math.min(size, FOUND - skipped));
  const asked = [viewerId, most, Math.min(skipped, FOUND), search, categoryId];
  const key = JSON.stringify([viewerId, categoryId, search]);
  const titles = (await known?.titles()) ?? NO_TITLES;
  const inOrder = async () => listFrom(await run<ListRow>(db, LETTERS.dense[sort], asked));

  if (known?.isMany(key) ?? isAmple(filter, titles)) {
    const found = await inOrder();
    if (found.threads.length === most) return found;
    known?.believe(key, false);
  }
  const [text, places] = fewOf(filter, titles);
  const found = listFrom(await runPlanned<ListRow>(db, text, [...asked, ...places]));
  if (found.total <= FOUND) return found;
  known?.believe(key, true);
  return inOrder();
}
