import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type DbOrTx, run, runUnprepared } from '../../platform/db/db.ts';
import {
  mayContainSql,
  mayContainThreeSql,
  NO_FREQUENCIES,
  type PartFrequencies,
  partFrequencies,
  rarestParts,
} from '../../platform/db/text-search.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { notHiddenSql } from '../blocks/service.ts';
import { descendingSql } from './page-anchors.ts';
import {
  type ListRow,
  listOf,
  type ThreadFilter,
  type ThreadList,
  threadColumns,
  toThreadList,
} from './thread-list-sql.ts';

/** Most threads that a search finds and pages through. */
const MAX_MATCHES = LIMITS.forum.searchTotal;

const SEARCH_TERM_SQL = 'lower($4) collate "C"';
const TITLE_CONTAINS_SQL = `strpos(n.title, ${SEARCH_TERM_SQL}) > 0`;
const TITLE_MATCHES_SQL = `${mayContainSql('n.title', SEARCH_TERM_SQL)} and ${TITLE_CONTAINS_SQL}`;
const TITLE_MATCHES_RARE_SQL = `${mayContainThreeSql('n.title', SEARCH_TERM_SQL, ['$6', '$7', '$8'])} and ${TITLE_CONTAINS_SQL}`;
/** The same for a statement that is planned for all texts: reckoned once, rather than for each title. */
const SEARCH_TERM_ONCE_SQL = '(select lower($4) collate "C")';
/** Of threads: what a filter leaves of them. */
const THREAD_FILTER_SQL = `deleted_at is null and ($5::bigint is null or category_id = $5) and ${notHiddenSql('$1', 'user_id')}`;

/** All threads whose titles are among some. */
const matchingTitles = (among: string): string => `
  forum_titles n cross join lateral (
    select * from forum_threads where id = n.thread_id and ${THREAD_FILTER_SQL} limit 1
  ) t
  where ${among}`;

/** What a search finds, where that is less than can be counted: all of it is found and then put in order. */
const rareMatchesSql = (sort: ForumSort, threads: string): string => `
  with found as materialized (
    select t.id, t.updated_at, t.post_count from ${threads} limit ${MAX_MATCHES + 1}
  )
  ${listOf(
    'select count(*)::integer as total from found',
    `select id from found where (select count(*) from found) <= ${MAX_MATCHES}
     order by ${descendingSql(sort)} limit $2 offset $3`,
    sort,
  )}`;

const TITLE_CONTAINS_ONCE_SQL = `strpos(lower(title), ${SEARCH_TERM_ONCE_SQL}) > 0`;

/** The same where it is so much that the order of the list soon comes by a page of it. */
const commonMatchesSql = (sort: ForumSort): string =>
  listOf(
    `select ${MAX_MATCHES} as total`,
    // With no bound that it knows, the planner would put all in order.
    `select id from (
       select id from forum_threads where ${THREAD_FILTER_SQL} and ${TITLE_CONTAINS_ONCE_SQL} order by ${descendingSql(sort)} limit ${MAX_MATCHES}
     ) found limit $2 offset $3`,
    sort,
  );

/** A sample of titles: so many neighbours, from each of so many parts of all, always the same ones. */
const SAMPLE_RUN_LENGTH = 8;
const SAMPLE_RUNS = 32;
/** By chance alone a search meets as many in a sample that one title in a hundred holds once in 200 times. */
const MIN_SAMPLE_MATCHES = 8;
/** Of so many stretches: neighbours are often of one kind. */
const MIN_RUNS_MATCHED = 4;
/** Of so many times as many as are counted it need not be known how many there are. */
const AMPLE_FACTOR = 2 * MAX_MATCHES;

type SampledTitle = {
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
  from (select max(thread_id) / ${SAMPLE_RUNS} as length from forum_titles) all_titles
  cross join generate_series(1, ${SAMPLE_RUNS}) stretch
  cross join lateral (
    select thread_id, title from forum_titles
    where thread_id > (stretch - 1) * length + abs(hashint4(stretch)::bigint) % (length + 1)
    order by thread_id limit ${SAMPLE_RUN_LENGTH}
  ) n`;

/** What is known of all titles: which letters they have, and some of them. */
type TitleStats = PartFrequencies & { sample: readonly SampledTitle[] };
const NO_TITLE_STATS: TitleStats = { ...NO_FREQUENCIES, sample: [] };

/** Whether a sample of the titles has so many that a search meets that it should find far more than are counted. */
function hasManyMatches({ search, categoryId }: ThreadFilter, { texts, sample }: TitleStats): boolean {
  const sought = search.toLowerCase();
  const met = sample.filter(
    ({ title, category_id: own }) =>
      own !== null && (categoryId === null || own === categoryId) && title.includes(sought),
  );
  const count = new Set(met.map(({ id }) => id)).size;
  const parts = new Set(met.map(({ stretch }) => stretch)).size;
  return (
    count >= MIN_SAMPLE_MATCHES && parts >= MIN_RUNS_MATCHED && count * texts >= AMPLE_FACTOR * sample.length
  );
}

const LETTERS = {
  sparse: threadColumns((sort) => rareMatchesSql(sort, matchingTitles(TITLE_MATCHES_SQL))),
  rare: threadColumns((sort) => rareMatchesSql(sort, matchingTitles(TITLE_MATCHES_RARE_SQL))),
  common: threadColumns((sort) => rareMatchesSql(sort, matchingTitles(TITLE_CONTAINS_SQL))),
  // A category may be small, or not there.
  commonInCategory: threadColumns((sort) =>
    rareMatchesSql(
      sort,
      `forum_threads t where category_id = $5 and ${THREAD_FILTER_SQL} and ${TITLE_CONTAINS_ONCE_SQL}`,
    ),
  ),
  dense: threadColumns(commonMatchesSql),
};

/** Letters that so great a share of titles have are looked for in the titles one by one: a thousand are soon found. */
const COMMON_SHARE = 0.2;
/** How long it is believed which letters titles have. */
const TITLE_STATS_CACHE_MS = 10 * 60_000;

/** How long it is believed whether a search finds more than are counted, and of how many that is kept in mind. */
const SEARCH_STATS_CACHE_MS = 60_000;
const MAX_CACHED_SEARCHES = 1_000;

/** What makes searches quicker than they would be by themselves. */
export class SearchStats {
  readonly #site: Site;
  #read: { titles: Promise<TitleStats>; at: number } | undefined;
  readonly #bySearch = new Map<string, { many: boolean; at: number }>();

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
  titles(): Promise<TitleStats> {
    if (!this.#read || this.#since(this.#read.at) >= TITLE_STATS_CACHE_MS) {
      const read = { titles: this.#loadTitles(), at: this.#now() };
      read.titles.catch(() => {
        if (this.#read === read) this.#read = undefined;
      });
      this.#read = read;
    }
    return this.#read.titles;
  }

  async #loadTitles(): Promise<TitleStats> {
    const { db } = this.#site;
    const shares = await partFrequencies(db, 'forum_titles_parts');
    return { ...shares, sample: shares.texts < AMPLE_FACTOR ? [] : await run<SampledTitle>(db, SAMPLE, []) };
  }

  /** Keeps in mind whether a search finds more than are counted: its other pages, and orders, need not count. */
  remember(search: string, many: boolean): void {
    if (this.#bySearch.size >= MAX_CACHED_SEARCHES) this.#bySearch.clear();
    this.#bySearch.set(search, { many, at: this.#now() });
  }

  /** Whether it does; undefined where that is not known. */
  isKnownToMatchMany(search: string): boolean | undefined {
    const believed = this.#bySearch.get(search);
    return believed && this.#since(believed.at) < SEARCH_STATS_CACHE_MS ? believed.many : undefined;
  }
}
export const searchStatsOf = perSite((site) => new SearchStats(site));

/** The statement that finds all that a search meets, but no thread where that is more than are counted, with its places. */
function rareMatchesStatement(
  { search, categoryId, sort }: ThreadFilter,
  known: PartFrequencies,
): [text: string, places: readonly number[]] {
  if (known.shares.size === 0) return [LETTERS.sparse[sort], []];
  const { places, share } = rarestParts(search, known);
  if (share < COMMON_SHARE) return [LETTERS.rare[sort], places];
  return [(categoryId === null ? LETTERS.common : LETTERS.commonInCategory)[sort], []];
}

/** A page of the threads that a search finds, as `threadList`. */
export async function searched(
  db: DbOrTx,
  viewerId: number,
  filter: ThreadFilter,
  known?: SearchStats,
): Promise<ThreadList> {
  const { search, categoryId, sort, page, size } = filter;
  const skipped = (page - 1) * size;
  const most = Math.max(0, Math.min(size, MAX_MATCHES - skipped));
  const asked = [viewerId, most, Math.min(skipped, MAX_MATCHES), search, categoryId];
  const key = JSON.stringify([viewerId, categoryId, search]);
  const titles = (await known?.titles()) ?? NO_TITLE_STATS;
  const inOrder = async () => toThreadList(await run<ListRow>(db, LETTERS.dense[sort], asked));

  if (known?.isKnownToMatchMany(key) ?? hasManyMatches(filter, titles)) {
    const found = await inOrder();
    if (found.threads.length === most) return found;
    known?.remember(key, false);
  }
  const [text, places] = rareMatchesStatement(filter, titles);
  const found = toThreadList(await runUnprepared<ListRow>(db, text, [...asked, ...places]));
  if (found.total <= MAX_MATCHES) return found;
  known?.remember(key, true);
  return inOrder();
}
