import { beginFight, RULES_VERSION } from '@rivalhold/shared/combat/rules.ts';
import { plainFighter, setupOf } from '@rivalhold/shared/combat/simulate-fight.ts';
import { AUTHORS, type DataSet } from './feed-data.ts';

/** Who asks: one to whom a hundredth of all rows belong, and an admin. */
export const [READER, ADMIN] = [1, 2];
/** Their partner in the longest conversation. */
export const PARTNER = 2;
/** A text in so many names, far apart, whatever the number of players; others begin as it does. */
export const RARE_NAME = 'quizzer';
const RARE_NAMES = 10;
/** What is unread of each player, and how many they are friends with, have asked and have blocked, whatever their number. */
const [UNREAD, FRIENDS] = [30, 20];
/** How many are muted at the moment, and how many devices the reader is signed in on. */
const [MUTED, DEVICES] = [50, 10];
const LISTED = 60;

const otherPlayerSql = (salt: number) => `2 + (n * ${salt}::bigint) % ${AUTHORS - 2}`;
/** A hundredth of the rows are the reader's. */
const ownerSql = (salt: number) => `case when n % 100 = 0 then ${READER} else ${otherPlayerSql(salt)} end`;
/** A row for each of two players: of so many whom the reader has to do with, and as many each as make `rows` of the others. */
const relationSql = (rows: number, from: number): string => `
  select a as one, a + k as other from generate_series(${READER}, ${AUTHORS}) a,
    generate_series(${from}, ${from - 1} + case when a = ${READER} then ${FRIENDS} else greatest(1, ${rows} / ${AUTHORS}) end) k
  where a + k <= ${AUTHORS}`;
/** Of a fight: whether all of it is stored, or only its row and one input. */
const isFullFightSql = 'n % 1000 = 0';
const SETUP = setupOf(plainFighter(READER, 3), plainFighter(AUTHORS, 3));
const [SETUP_JSON, STATE_JSON] = [SETUP, beginFight(SETUP)].map((value) => JSON.stringify(value));
const fileKey = (folder: string) => `'${folder}/' || n || '.webp'`;

/** So many rows of each table that grows with what players do, but for feed and forum. */
export const historyStatements = (rows: number): DataSet => {
  const ago = `now() - (${rows} - n) * interval '10 seconds'`;
  const numbers = `generate_series(1, ${rows}) n`;
  return {
    tables: [
      'users',
      'characters',
      'sessions',
      'blocks',
      'notifications',
      'conversations',
      'conversation_members',
      'messages',
      'coin_ledger',
      'activity',
      'photos',
      'profile_comments',
      'clips',
      'fights',
      'fight_inputs',
      'inventory',
      'friendships',
      'friend_requests',
      'audit_log',
      'reports',
    ],
    keys: {
      friendships: 'user_id, friend_id',
      blocks: 'blocker_id, blocked_id',
      fight_inputs: 'fight_id, seq',
    },
    statements: [
      `update users set role = 'admin' where id = ${ADMIN}`,
      `insert into users (username, email, first_name, last_name, password_hash, consent_at, created_at, muted_until,
                          muted_by, mute_reason)
       select case when n % (${rows} / ${RARE_NAMES}) = 7 then '${RARE_NAME}_' else 'quiet_' end || n,
              'quiet_' || n || '@example.com', 'Quiet', 'Player', '-', now(), now(),
              case when n <= ${AUTHORS + MUTED} then now() + n * interval '1 minute'
                   when n % 10 = 0 then now() - interval '1 year' end, ${ADMIN}, 'Too loud.'
       from generate_series(${AUTHORS + 1}, ${rows}) n`,
      `insert into characters (user_id, level, experience, health, health_at, energy, energy_at, attack, defense,
                               max_health, coins, wins)
       select n, 1 + n % 20, 0, 100, now(), 100, now(), 3, 3, 100, 50, n % 500 from generate_series(${AUTHORS + 1}, ${rows}) n`,
      `insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
       select 'nobody has ' || n, case when n <= ${DEVICES} then ${READER} else ${otherPlayerSql(7_927)} end, 'bench', '127.0.0.1',
              true, now(), now(), now() + interval '30 days'
       from ${numbers}`,
      `insert into blocks (blocker_id, blocked_id, created_at) select one, other, now() from (${relationSql(rows, 700)}) pairs`,
      `insert into notifications (user_id, type, title, text, link, actor_id, actor_ids, created_at, read_at)
       select ${ownerSql(7_919)}, 'comment', 'A word', 'Somebody said a word.', '/profiles/1', ${otherPlayerSql(31)}, '{}', ${ago},
              case when n > ${rows} - ${UNREAD * 100} then null else ${ago} end
       from ${numbers}`,
      // Every tenth message is in one conversation; the reader has ${LISTED} others, every player one with the next.
      `insert into messages (conversation_id, seq, sender_id, receiver_id, text, created_at)
       select c, row_number() over (partition by c order by n), case when n % 2 = 0 then low else high end,
              case when n % 2 = 0 then high else low end, 'Word number ' || n || ' of many.', ${ago}
       from ${numbers},
         lateral (select case when n % 10 = 0 then 1 else 2 + (n * 7919::bigint) % ${AUTHORS - 2 + LISTED} end as c) one,
         lateral (select case when c < ${AUTHORS} then c else ${READER} end as low,
                         case when c < ${AUTHORS} then c + 1 else 100 + c - ${AUTHORS} end as high) two`,
      `insert into conversations (id, low_id, high_id, last_seq, created_at)
       select conversation_id, least(min(sender_id), min(receiver_id)), greatest(max(sender_id), max(receiver_id)),
              max(seq), min(created_at) from messages group by conversation_id`,
      `insert into conversation_members (user_id, other_id, conversation_id, last_seq, read_seq, listed_at, changed_at)
       select user_id, other_id, m.conversation_id, m.seq, m.seq, m.created_at, m.created_at
       from conversations c join messages m on m.conversation_id = c.id and m.seq = c.last_seq,
         lateral (values (low_id, high_id), (high_id, low_id)) as pair (user_id, other_id)`,
      `insert into coin_ledger (user_id, amount, balance, reason, idempotency_key, created_at)
       select ${ownerSql(7_907)}, 1, 50, 'quest', 'bench:' || n, ${ago} from ${numbers}`,
      `insert into activity (type, owner_id, actor_id, level, xp, coins, created_at)
       select 'COMBAT_WIN', ${ownerSql(7_901)}, ${otherPlayerSql(37)}, 3, 20, 1, ${ago} from ${numbers}`,
      `insert into photos (user_id, file_key, thumb_key, width, height, caption, created_at)
       select ${ownerSql(7_883)}, ${fileKey('photos')}, ${fileKey('thumbs')}, 800, 600, 'Of the hold', ${ago} from ${numbers}`,
      `insert into profile_comments (profile_id, user_id, body, created_at)
       select ${ownerSql(7_879)}, ${otherPlayerSql(41)}, 'Well fought.', ${ago} from ${numbers}`,
      // What is over is deleted every minute: at most a clip of each player is there.
      `insert into clips (user_id, kind, file_key, thumb_key, mime, width, height, is_latest, created_at, expires_at)
       select n, 'image', ${fileKey('clips')}, ${fileKey('clip-thumbs')}, 'image/webp', 800, 600, true,
              now() - n * interval '1 second', now() + interval '1 day'
       from generate_series(1, least(${AUTHORS}, ${rows} / 100)) n`,
      `insert into fights (attacker_id, defender_id, status, seed, seed_hash, nonce, rules_version, setup, state, input_count,
                           winner_id, last_exchange_at, created_at, ended_at)
       select ${ownerSql(7_877)}, ${AUTHORS}, 'over', '-', '-', '-', ${RULES_VERSION}, case when ${isFullFightSql} then '${SETUP_JSON}'::jsonb else '{}' end,
              case when ${isFullFightSql} then '${STATE_JSON}'::jsonb else '{}' end, case when ${isFullFightSql} then 8 else 1 end, ${AUTHORS}, ${ago}, ${ago}, ${ago}
       from ${numbers}`,
      `insert into fight_inputs (fight_id, seq, input, created_at)
       select n, i, jsonb_build_object('kind', 'attack', 'by', ${READER}), ${ago} from ${numbers},
         generate_series(1, case when ${isFullFightSql} then 8 else 1 end) i`,
      // There are 50 items at most that one may have.
      `insert into inventory (user_id, item_id, quantity)
       select u, i, 1 from generate_series(1, ${AUTHORS}) u,
         generate_series(1, case when u <= 50 then 12 else least(50, 1 + ${rows} / ${AUTHORS}) end) i`,
      `insert into friendships (user_id, friend_id, created_at)
       select one, other, now() from (
         select a, a + k as b from generate_series(${READER}, ${AUTHORS}) a,
           generate_series(1, case when a = ${READER} then ${FRIENDS} else greatest(1, ${rows / 2} / ${AUTHORS}) end) k
         where a + k <= ${AUTHORS}) pairs, lateral (values (a, b), (b, a)) as pair (one, other)`,
      `insert into friend_requests (sender_id, receiver_id, created_at)
       select other, one, now() from (${relationSql(rows, 300)}) pairs
       union all select ${READER}, 400 + n, now() from generate_series(1, ${FRIENDS}) n`,
      `insert into audit_log (kind, actor_id, target_id, before, after, reason, created_at)
       select 'mute.begin', ${ADMIN}, ${otherPlayerSql(43)}, null, '1d', 'Too loud.', ${ago} from ${numbers}`,
      `insert into reports (kind, subject_id, reporter_id, reported_id, reason, state, outcome, resolved_by, has_copy,
                            copy_text, created_at, resolved_at)
       select 'post', n, 3 + n % 1000, 2000 + n % 1000, 'Unkind', case when n > ${rows} - 100 then 'open' else 'resolved' end,
              case when n > ${rows} - 100 then null else 'dismiss' end, ${ADMIN}, false, 'An unkind word.', ${ago},
              case when n > ${rows} - 100 then null else ${ago} end
       from ${numbers}`,
    ],
  };
};
