import { beginFight, RULES_VERSION } from '@rivalhold/shared/fights/rules.ts';
import { plainFighter, setupOf } from '@rivalhold/shared/fights/simulation/simulate-fight.ts';
import { ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { rebuildPageAnchors } from '../server/src/features/forum/service.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openDatabase } from '../server/src/platform/db/open-database.ts';
import { hashToken, newSessionToken } from '../server/src/platform/security/secrets.ts';

type Env = Record<string, string>;

/**
 * Amount of generated data:
 * - `players` with characters. The first 100 are named `bench_1` to `bench_100`. Higher levels have fewer
 *   players.
 * - `posts` with five likes and a comment each.
 * - Forum `threads` with ten posts on average, and a like for each post.
 * - `history` rows in each other table that grows while players use the site. Player 1 owns 1% of them.
 * - Sessions of the first `signedIn` players. By default, these are the admin and the players whose connections
 *   generate the load.
 *
 * `character` is an SQL assignment that is applied to all characters.
 */
type Counts = { players?: number; posts?: number; threads?: number; history?: number };
export type DataOptions = Counts & { signedIn?: number; character?: string };

/** Return an amount of data in words, for example '5,000 players, 10,000 posts'. */
export const inWords = ({ players, posts, threads, history }: Counts): string =>
  Object.entries({ players, posts, threads, 'rows of history in each table': history })
    .flatMap(([kind, count]) => (count ? `${count.toLocaleString('en')} ${kind}` : []))
    .join(', ');

/** Number of players who own generated content, such as posts and messages. */
const AUTHORS = 5_000;
/** Id of the admin, who exists only in data with `history`. */
export const ADMIN = 51;
/**
 * Strings that occur in player names. Every fiftieth name contains `COMMON_PART`. Ten names contain `RARE_PART`,
 * regardless of the number of players.
 */
export const [COMMON_PART, RARE_PART] = ['thomar', 'xqz'];
/** Threads whose ids are multiples of 100 have 505 posts. All other threads have 5 posts. */
export const LONG_EVERY = 100;
const [LONG, SHORT] = [505, 5];
const SYLLABLES = `al,an,ar,bel,bor,bran,cal,cor,da,den,dra,el,er,fen,gal,gor,hal,hil,il,is,jor,ka,kel,kor,la,len,
  lo,mar,mel,mir,mor,na,nor,ol,or,pel,ra,ren,ril,ro,sa,sel,sil,sor,ta,tel,thor,tor,ul,ur,val,ven,vor,wen,wyn,za,zan`;
/** Each title contains one of these words. Apart from this word, a number and a hash, all titles are the same. */
export const TITLE_WORDS = SYLLABLES.split(/,\s*/)
  .slice(0, 20)
  .map((syllable) => `${syllable}dar`);

/** Return SQL for a pseudorandom number from 0 to `count` - 1 that depends only on `n` and the salt. */
const random = (salt: number, count: unknown) => `(hashint8extended(n, ${salt}) & 1048575) % ${count}`;
const syllable = (salt: number) => `syllables[1 + ${random(salt, 'array_length(syllables, 1)')}]`;
const author = (salt: number) => `1 + (n * ${salt}::bigint) % ${AUTHORS}`;
const otherAuthor = (salt: number) => `2 + (n * ${salt}::bigint) % ${AUTHORS - 2}`;

const players = (count: number): string[] => [
  `insert into users (id, username, email, search_text, first_name, last_name, password_hash, consent_at, created_at, status_message,
     muted_until, muted_by, mute_reason, suspended_at, suspended_by, suspension_reason) overriding system value
   select n, username, email, lower(username || ' ' || email), 'Bench', 'Player', '-', now(), now() - interval '30 days',
     'Player number ' || n || '.',
     case when n between 5001 and 5050 then now() + n * interval '1 minute'
          when n > 5000 and n % 10 = 0 then now() - interval '1 year' end, ${ADMIN}, 'Too loud.',
     case when n > 5000 and n % 1000 = 500 then now() end, ${ADMIN}, 'Far too loud.'
   from (select n, n || '@example.com' as email, case when n <= 100 then 'bench_' || n else initcap(${syllable(1)}) || ${syllable(2)}
       || case when ${random(3, 3)} > 0 then ${syllable(4)} else '' end
       || case when n % ${Math.floor(count / 10)} = 107 then '${RARE_PART}' else '' end
       || case when n % 50 = 3 then '${COMMON_PART}' else '' end || n end as username
     from generate_series(1, ${count}) n, (select '{${SYLLABLES}}'::text[] as syllables) words) named`,
  'insert into username_suffixes (suffix, user_id) select username_suffixes_of(username), id from users',
  `insert into characters (user_id, level, experience, health, health_at, energy, energy_at, attack, defense, max_health,
     coins, wins)
   select n, least(60, 1 + floor(-6 * ln((1 + ${random(5, 1_000_000)}) / 1000000.0))), 0, 100, now(), 100, now(), 3, 3,
     100, 50, ${random(6, 500)} from generate_series(1, ${count}) n`,
  // These players have skipped their quests.
  `insert into quest_progress (user_id, started_at, closed_at)
   select n, now(), now() from generate_series(1, ${count}) n`,
  // These players accept no live challenges, so that their fight styles choose their moves immediately.
  `insert into fight_settings (user_id, live_challenges)
   select n, 'nobody' from generate_series(1, least(2999, ${count})) n`,
  // The first 2,999 players block nobody, because blocks would prevent fights between them.
  `insert into blocks (blocker_id, blocked_id, created_at)
   select n, n + 1, now() from generate_series(3000, least(${AUTHORS}, ${count} - 1)) n`,
];

const posts = (count: number): string[] => [
  `insert into posts (user_id, text, like_count, comment_count, created_at)
   select ${author(7_919)}, 'Word number ' || n || ' of a player, read by all and liked by some, now and then.', 5, 1,
     now() - (${count} - n) * interval '1 second' from generate_series(1, ${count}) n`,
  `insert into post_likes (post_id, user_id, created_at) select n, 1 + (n * 31::bigint + k * 997) % ${AUTHORS}, now()
   from generate_series(1, ${count}) n, generate_series(1, 5) k`,
  `insert into post_comments (post_id, user_id, text, created_at)
   select n, ${author(101)}, 'Well said.', now() from generate_series(1, ${count}) n`,
];

const body = (thread: string, position: string) =>
  `'Position ' || ${position} || ' of thread ' || ${thread} || ': strike first, heal at half, and keep a potion. '
     || 'If you have done it another way, please write how it went.'`;

const threads = (count: number): string[] => [
  `insert into forum_threads (category_id, user_id, title, folded_title, excerpt, post_count, last_position, created_at, updated_at)
   select 1 + n % 5, ${author(7_919)}, title, lower(title), ${body('n', '1')}, posts, posts,
     now() - (${count} - n) * interval '1 minute', now() - ((n * 7919::bigint) % ${count}) * interval '1 second'
   from (select n, case when n % ${LONG_EVERY} = 0 then ${LONG} else ${SHORT} end as posts, 'Thread ' || n || ' on ' || ('{${TITLE_WORDS}}'::text[])[1 + n % ${TITLE_WORDS.length}]
       || ' and the others ' || left(md5(n::text), 8) as title
     from generate_series(1, ${count}) n) titled`,
  'insert into forum_titles select id, folded_title from forum_threads',
  `insert into forum_posts (thread_id, user_id, position, body, like_count, created_at)
   select t.id, case when place = 1 then t.user_id else 1 + (t.id * 31 + place * 997) % ${AUTHORS} end, place,
     ${body('t.id', 'place')}, 1, t.created_at + place * interval '1 second'
   from forum_threads t cross join lateral generate_series(1, t.post_count) place order by t.id, place`,
  `insert into forum_likes (post_id, user_id, created_at) select id, 1 + (id * 13) % ${AUTHORS}, now() from forum_posts`,
  'update forum_categories c set thread_count = (select count(*) from forum_threads t where t.category_id = c.id)',
];

/** Return the id of a post in a long thread. Posts are numbered in the order in which `threads` creates them. */
export const postIn = (thread: number, position: number): number =>
  (thread - 1) * SHORT + (thread / LONG_EVERY - 1) * (LONG - SHORT) + position;

function history(rows: number): string[] {
  const numbers = `from generate_series(1, ${rows}) n`;
  const ago = `now() - (${rows} - n) * interval '10 seconds'`;
  const owner = (salt: number) => `case when n % 100 = 0 then 1 else ${otherAuthor(salt)} end`;
  const file = (folder: string) => `'${folder}/' || n || '.webp'`;
  /**
   * Return SQL for about `count` pairs of players. Player 1 comes first in 20 pairs. Each other player comes
   * first in `count / AUTHORS` pairs, but in at least one.
   */
  const pairs = (count: number, distance: number) => {
    const each = `case when a = 1 then 20 else greatest(1, ${count} / ${AUTHORS}) end`;
    return `(select a as one, a + ${distance} + k as other from generate_series(1, ${AUTHORS}) a,
      generate_series(0, ${each} - 1) k where a + ${distance} + k <= ${AUTHORS}) pairs`;
  };
  // Every thousandth fight has a setup, a state and eight inputs. All other fights have only one input.
  const [full, setup] = ['n % 1000 = 0', setupOf(plainFighter(1, 3), plainFighter(AUTHORS, 3))];
  const ifFull = (value: object) => `case when ${full} then '${JSON.stringify(value)}'::jsonb else '{}' end`;
  const resolved = (value: string) => `case when n <= ${rows} - 100 then ${value} end`;
  return [
    `update users set role = 'admin' where id = ${ADMIN}`,
    `insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
     select 'no token ' || n, case when n <= 10 then 1 else ${otherAuthor(7_927)} end, 'bench', '127.0.0.1', true, now(),
       now(), now() + interval '30 days' ${numbers}`,
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
     select user_id, id, 'https://push.example/' || id, '-', '-', now() from sessions where user_id <= ${ADMIN}`,
    `insert into blocks (blocker_id, blocked_id, created_at) select one, other, now() from ${pairs(rows, 700)}`,
    `insert into friendships (user_id, friend_id, created_at) select a, b, now()
     from ${pairs(rows / 2, 1)}, lateral (values (one, other), (other, one)) pair (a, b)`,
    `insert into friend_requests (sender_id, receiver_id, created_at) select other, one, now() from ${pairs(rows, 300)}
     union all select 1, 400 + n, now() from generate_series(1, 20) n`,
    `insert into notifications (user_id, type, title, text, link, actor_id, actor_ids, created_at, read_at)
     select ${owner(7_919)}, 'comment', 'New comment', 'A player wrote a comment.', '/profiles/1', ${otherAuthor(31)}, '{}',
       ${ago}, case when n <= ${rows} - 3000 then ${ago} end ${numbers}`,
    // Every tenth message belongs to the conversation of players 1 and 2. Player 1 has 60 other conversations, and each
    // player has a conversation with the next player.
    `insert into messages (conversation_id, seq, sender_id, receiver_id, text, created_at)
     select c, row_number() over (partition by c order by n), case when n % 2 = 0 then low else high end,
       case when n % 2 = 0 then high else low end, 'Word number ' || n || ' of many.', ${ago} ${numbers},
       lateral (select case when n % 10 = 0 then 1 else 2 + (n * 7919::bigint) % ${AUTHORS + 58} end as c) one,
       lateral (select case when c < ${AUTHORS} then c else 1 end as low,
         case when c < ${AUTHORS} then c + 1 else 100 + c - ${AUTHORS} end as high) two`,
    `insert into conversations (id, low_id, high_id, last_seq, created_at)
     select conversation_id, least(min(sender_id), min(receiver_id)), greatest(max(sender_id), max(receiver_id)),
       max(seq), min(created_at) from messages group by conversation_id`,
    `insert into conversation_members (user_id, other_id, conversation_id, last_seq, read_seq, listed_at, changed_at)
     select user_id, other_id, m.conversation_id, m.seq, m.seq, m.created_at, m.created_at
     from conversations c join messages m on m.conversation_id = c.id and m.seq = c.last_seq,
       lateral (values (low_id, high_id), (high_id, low_id)) pair (user_id, other_id)`,
    `insert into coin_ledger (user_id, amount, balance, reason, idempotency_key, created_at)
     select ${owner(7_907)}, 1, 50, 'quest', 'bench:' || n, ${ago} ${numbers}`,
    `insert into activity (type, owner_id, actor_id, level, xp, coins, created_at)
     select 'COMBAT_WIN', ${owner(7_901)}, ${otherAuthor(37)}, 3, 20, 1, ${ago} ${numbers}`,
    `insert into photos (user_id, file_key, thumb_key, width, height, caption, created_at)
     select ${owner(7_883)}, ${file('photos')}, ${file('thumbs')}, 800, 600, 'A photo', ${ago} ${numbers}`,
    `insert into profile_comments (profile_id, user_id, body, created_at)
     select ${owner(7_879)}, ${otherAuthor(41)}, 'Well fought.', ${ago} ${numbers}`,
    // Create at most one clip per player. A real site has few clips, because they are deleted when they expire.
    `insert into clips (user_id, kind, file_key, thumb_key, mime, width, height, is_latest, created_at, expires_at)
     select n, 'image', ${file('clips')}, ${file('clip-thumbs')}, 'image/webp', 800, 600, true,
       now() - n * interval '1 second', now() + interval '1 day'
     from generate_series(1, least(${AUTHORS}, ${rows} / 100)) n`,
    // Make these fights ranked, because guests can watch ranked fights by default.
    `insert into fights (ranked, attacker_id, defender_id, status, seed, seed_hash, inputs_hash, rules_version, live, setup, state,
       input_count, winner_id, last_exchange_at, created_at, ended_at)
     select true, ${owner(7_877)}, ${AUTHORS}, 'over', '-', '-', '-', ${RULES_VERSION}, '{}', ${ifFull(setup)}, ${ifFull(beginFight(setup))},
       case when ${full} then 8 else 1 end, ${AUTHORS}, ${ago}, ${ago}, ${ago} ${numbers}`,
    `insert into fight_inputs (fight_id, seq, input, created_at)
     select n, i, '{"kind": "exchange", "attacker": {"move": "strike", "itemId": null}, "defender": null}', ${ago} ${numbers}, generate_series(1, case when ${full} then 8 else 1 end) i`,
    `insert into inventory (user_id, item_id, quantity) select u, i, 1 from generate_series(1, ${AUTHORS}) u,
       unnest(('{${ITEMS.map(({ id }) => id)}}'::bigint[])[:case when u <= 50 then 12 else 1 + ${rows} / ${AUTHORS} end]) i`,
    `insert into audit_log (kind, actor_id, target_id, after, reason, created_at)
     select 'mute.begin', ${ADMIN}, ${otherAuthor(43)}, '1d', 'Too loud.', ${ago} ${numbers}`,
    `insert into reports (kind, subject_id, reporter_id, reported_id, reason, state, outcome, resolved_by, has_copy,
       copy_text, created_at, resolved_at)
     select 'post', n, 3 + n % 1000, 2000 + n % 1000, 'Unkind', coalesce(${resolved("'resolved'")}, 'open'),
       ${resolved("'dismiss'")}, ${ADMIN}, false, 'An unkind word.', ${ago}, ${resolved(ago)} ${numbers}`,
  ];
}

/**
 * SQL that returns two statements for each index that belongs to no constraint, and for each primary key with several
 * columns: `remove` drops it, and `restore` creates it again.
 */
const INDEXES = `select format('drop index %s', indexrelid::regclass) as remove, pg_get_indexdef(indexrelid) as restore
  from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
  and not exists (select from pg_constraint where conindid = indexrelid)
  union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add %s', conrelid::regclass, pg_get_constraintdef(oid))
  from pg_constraint where contype = 'p' and array_length(conkey, 1) > 1 and connamespace = 'public'::regnamespace`;

/** Fill an empty database with the same data in every run, and return the session tokens of the first players. */
export async function fillDatabase(env: Env, options: DataOptions): Promise<string[]> {
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = null, SESSION_SECRET: secret = '' } = env;
  const database = await openDatabase({ dataDir, databaseUrl, databaseTimeoutMs: 0 });
  await migrate(database.db);
  const client = await database.pool?.connect();
  const run = async (text: string): Promise<Env[]> =>
    (client ? await client.query<Env>(text) : await database.pglite!.query<Env>(text)).rows;
  const tokens = Array.from({ length: options.signedIn ?? ADMIN }, () => newSessionToken(secret));
  const sessions = tokens.map((token, index) => `(${index + 1}, '${hashToken(token)}')`);
  // To fill the tables faster, skip foreign keys and triggers, and build the indexes once at the end.
  const settings = ['session_replication_role = replica', 'synchronous_commit = off', "work_mem = '256MB'"];
  for (const setting of [...settings, "maintenance_work_mem = '512MB'"]) await run(`set ${setting}`);
  const indexes = await run(INDEXES);
  for (const { remove = '' } of indexes) await run(remove);
  for (const statement of [
    ...players(options.players ?? AUTHORS),
    ...(options.character ? [`update characters set ${options.character}`] : []),
    `insert into sessions (user_id, token_hash, device, address, remember, created_at, last_used_at, expires_at)
     select *, 'bench', '127.0.0.1', true, now(), now(), now() + interval '30 days' from (values ${sessions}) of`,
    ...(options.posts ? posts(options.posts) : []),
    ...(options.threads ? threads(options.threads) : []),
    ...(options.history ? history(options.history) : []),
    ...indexes.map(({ restore = '' }) => restore),
    'vacuum analyze',
  ])
    await run(statement);
  client?.release();
  if (options.threads) await rebuildPageAnchors(database.db);
  await database.close();
  return tokens;
}
