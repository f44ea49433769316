import { AUTHORS, type Filling } from './feed-data.ts';

/** Who asks: one to whom a hundredth of all rows belong, and an admin. */
export const [READER, ADMIN] = [1, 2];
/** Their partner in the longest conversation. */
export const PARTNER = 2;
/** What is unread of each player, and how many they are friends with, whatever their number. */
const [UNREAD, FRIENDS] = [30, 20];
const LISTED = 60;

const another = (salt: number) => `2 + (n * ${salt}::bigint) % ${AUTHORS - 2}`;
/** A hundredth of the rows are the reader's. */
const whose = (salt: number) => `case when n % 100 = 0 then ${READER} else ${another(salt)} end`;
const fileKey = (folder: string) => `'${folder}/' || n || '.webp'`;

/** So many rows of each table that grows with what players do, but for feed and forum. */
export const livesOf = (rows: number): Filling => {
  const ago = `now() - (${rows} - n) * interval '10 seconds'`;
  const numbers = `generate_series(1, ${rows}) n`;
  return {
    tables: [
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
      'inventory',
      'friendships',
      'friend_requests',
      'audit_log',
      'reports',
    ],
    keys: { friendships: 'user_id, friend_id' },
    statements: [
      `update users set role = 'admin' where id = ${ADMIN}`,
      `insert into notifications (user_id, type, title, text, link, actor_id, actors, created_at, read_at)
       select ${whose(7_919)}, 'comment', 'A word', 'Somebody said a word.', '/profiles/1', ${another(31)}, '{}', ${ago},
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
       select ${whose(7_907)}, 1, 50, 'quest', 'bench:' || n, ${ago} from ${numbers}`,
      `insert into activity (type, owner_id, actor_id, level, xp, coins, created_at)
       select 'COMBAT_WIN', ${whose(7_901)}, ${another(37)}, 3, 20, 1, ${ago} from ${numbers}`,
      `insert into photos (user_id, file_key, thumb_key, width, height, caption, created_at)
       select ${whose(7_883)}, ${fileKey('photos')}, ${fileKey('thumbs')}, 800, 600, 'Of the hold', ${ago} from ${numbers}`,
      `insert into profile_comments (profile_id, user_id, body, created_at)
       select ${whose(7_879)}, ${another(41)}, 'Well fought.', ${ago} from ${numbers}`,
      // What is over is deleted every minute: at most a clip of each player is there.
      `insert into clips (user_id, kind, file_key, thumb_key, mime, width, height, is_last, created_at, expires_at)
       select n, 'image', ${fileKey('clips')}, ${fileKey('clip-thumbs')}, 'image/webp', 800, 600, true,
              now() - n * interval '1 second', now() + interval '1 day'
       from generate_series(1, least(${AUTHORS}, ${rows} / 100)) n`,
      `insert into fights (attacker_id, defender_id, status, seed, seed_hash, nonce, rules_version, setup, state, inputs,
                           winner_id, last_exchange_at, created_at, ended_at)
       select ${whose(7_877)}, ${AUTHORS}, 'over', '-', '-', '-', 1, '{}', '{}', 0, ${AUTHORS}, ${ago}, ${ago}, ${ago}
       from ${numbers}`,
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
       select a + k, a, now() from generate_series(${READER}, ${AUTHORS}) a,
         generate_series(300, 299 + case when a = ${READER} then ${FRIENDS} else greatest(1, ${rows} / ${AUTHORS}) end) k
       where a + k <= ${AUTHORS}`,
      `insert into audit_log (kind, actor_id, target_id, before, after, reason, created_at)
       select 'mute.begin', ${ADMIN}, ${another(43)}, null, '1d', 'Too loud.', ${ago} from ${numbers}`,
      `insert into reports (kind, subject_id, reporter_id, reported_id, reason, state, outcome, resolved_by, copied,
                            copy_text, created_at, resolved_at)
       select 'post', n, 3 + n % 1000, 2000 + n % 1000, 'Unkind', case when n > ${rows} - 100 then 'open' else 'resolved' end,
              case when n > ${rows} - 100 then null else 'dismiss' end, ${ADMIN}, false, 'An unkind word.', ${ago},
              case when n > ${rows} - 100 then null else ${ago} end
       from ${numbers}`,
    ],
  };
};
