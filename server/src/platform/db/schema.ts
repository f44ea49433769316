import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date, Date>;
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Written as JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>;

export type UsersTable = {
  id: Generated<number>;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  role: Generated<'player' | 'moderator' | 'admin'>;
  avatar_url: string | null;
  status_message: Generated<string>;
  age: number | null;
  sex: string | null;
  relationship_status: string | null;
  location: string | null;
  username_changed_at: NullableTimestamp;
  consent_at: Timestamp;
  email_verified_at: NullableTimestamp;
  created_at: Timestamp;
  deleted_at: NullableTimestamp;
};

export type SessionsTable = {
  id: Generated<number>;
  token_hash: string;
  user_id: number;
  device: string;
  address: string;
  remember: boolean;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
};

export type EmailTokensTable = {
  token_hash: string;
  user_id: number;
  kind: 'confirm' | 'reset';
  email: string;
  expires_at: Timestamp;
  created_at: Timestamp;
};

export type CharactersTable = {
  user_id: number;
  level: number;
  experience: number;
  health: number;
  health_at: Timestamp;
  energy: number;
  energy_at: Timestamp;
  attack: number;
  defense: number;
  max_health: number;
  coins: number;
  wins: Generated<number>;
  losses: Generated<number>;
  begun_open: Generated<number>;
};

export type CoinLedgerTable = {
  id: Generated<number>;
  user_id: number;
  amount: number;
  balance: number;
  reason: string;
  reference: string | null;
  idempotency_key: string;
  created_at: Timestamp;
};

export type InventoryTable = {
  id: Generated<number>;
  user_id: number;
  item_id: number;
  quantity: number;
};

export type FightsTable = {
  id: Generated<number>;
  attacker_id: number;
  defender_id: number;
  status: 'active' | 'over';
  seed: string;
  seed_hash: string;
  nonce: string;
  rules_version: number;
  setup: Json<unknown>;
  state: Json<unknown>;
  inputs: number;
  winner_id: number | null;
  reward_xp: number | null;
  reward_coins: number | null;
  attacker_last_at: NullableTimestamp;
  defender_last_at: NullableTimestamp;
  defender_seen_at: NullableTimestamp;
  requested_at: NullableTimestamp;
  last_exchange_at: Timestamp;
  created_at: Timestamp;
  ended_at: NullableTimestamp;
};

export type FightInputsTable = {
  fight_id: number;
  n: number;
  input: Json<unknown>;
  created_at: Timestamp;
};

export type ActivityTable = {
  id: Generated<number>;
  type: string;
  owner_id: number;
  actor_id: number | null;
  level: number | null;
  xp: number | null;
  coins: number | null;
  fight_id: number | null;
  created_at: Timestamp;
};

export type IdempotencyKeysTable = {
  user_id: number;
  key: string;
  route: string;
  request_hash: string;
  answer: Json<unknown>;
  created_at: Timestamp;
};

export type ProfileCommentsTable = {
  id: Generated<number>;
  profile_id: number;
  user_id: number;
  body: string;
  created_at: Timestamp;
};

export type PhotosTable = {
  id: Generated<number>;
  user_id: number;
  file_key: string;
  thumb_key: string;
  width: number;
  height: number;
  caption: string;
  likes_count: Generated<number>;
  created_at: Timestamp;
};

export type PhotoLikesTable = { photo_id: number; user_id: number; created_at: Timestamp };

export type FriendshipsTable = { user_id: number; friend_id: number; created_at: Timestamp };

export type FriendRequestsTable = {
  id: Generated<number>;
  sender_id: number;
  receiver_id: number;
  created_at: Timestamp;
};

export type AttachmentsTable = {
  id: Generated<number>;
  owner_id: number;
  receiver_id: number | null;
  message_id: number | null;
  place: number | null;
  kind: 'image' | 'gif' | 'video' | 'youtube';
  file_key: string | null;
  thumb_key: string | null;
  bytes: Generated<number>;
  url: string | null;
  provider: 'giphy' | 'youtube' | null;
  provider_id: string | null;
  mime: string | null;
  duration_ms: number | null;
  width: number | null;
  height: number | null;
  temporary: Generated<boolean>;
  expires_at: NullableTimestamp;
  created_at: Timestamp;
};

export type BlocksTable = { blocker_id: number; blocked_id: number; created_at: Timestamp };

export type NotificationsTable = {
  id: Generated<number>;
  user_id: number;
  type: 'friend_request' | 'dm' | 'like' | 'comment' | 'friend' | 'system';
  title: string;
  text: string;
  link: string;
  actor_id: number | null;
  post_id: number | null;
  collapse: string | null;
  acts: Generated<number>;
  place: Generated<number>;
  created_at: Timestamp;
  read_at: NullableTimestamp;
};

export type ConversationsTable = {
  id: Generated<number>;
  low_id: number;
  high_id: number;
  last_seq: number;
  created_at: Timestamp;
};

export type ConversationMembersTable = {
  user_id: number;
  other_id: number;
  conversation_id: number;
  last_seq: number;
  unread_count: Generated<number>;
  read_seq: Generated<number>;
  cleared_seq: Generated<number>;
  listed_at: NullableTimestamp;
  changed_at: Timestamp;
};

export type MessagesTable = {
  id: Generated<number>;
  conversation_id: number;
  seq: number;
  sender_id: number;
  receiver_id: number;
  text: string;
  client_temp_id: string | null;
  created_at: Timestamp;
  deleted_at: NullableTimestamp;
};

export type PostsTable = {
  id: Generated<number>;
  user_id: number;
  text: string;
  photo_id: number | null;
  gif_url: string | null;
  youtube_id: string | null;
  likes_count: Generated<number>;
  comments_count: Generated<number>;
  created_at: Timestamp;
};

export type PostLikesTable = {
  post_id: number;
  user_id: number;
  id: Generated<number>;
  created_at: Timestamp;
};

export type PostCommentsTable = {
  id: Generated<number>;
  post_id: number;
  user_id: number;
  text: string;
  gif_url: string | null;
  created_at: Timestamp;
};

export type ClipsTable = {
  id: Generated<number>;
  user_id: number;
  kind: 'image' | 'video';
  file_key: string;
  thumb_key: string | null;
  mime: string;
  width: number;
  height: number;
  duration_ms: number | null;
  caption: Generated<string>;
  likes_count: Generated<number>;
  views_count: Generated<number>;
  is_last: boolean;
  created_at: Timestamp;
  expires_at: Timestamp;
};

export type ClipDeedsTable = { clip_id: number; user_id: number; created_at: Timestamp };

/** Whose rows `features/checkout` keeps; `sandbox_sessions` belongs to the provider that takes no money. */
export type PaymentsTable = {
  id: Generated<number>;
  user_id: number;
  pack: 'small' | 'medium' | 'large';
  coins: number;
  cents: number;
  currency: string;
  provider: 'stripe' | 'sandbox';
  session_id: string | null;
  intent: string | null;
  status: Generated<'created' | 'pending' | 'paid' | 'cancelled' | 'refunded' | 'disputed'>;
  created_at: Timestamp;
  asked_at: NullableTimestamp;
  paid_at: NullableTimestamp;
  receipt_at: NullableTimestamp;
  refunded_cents: Generated<number>;
  disputed_cents: Generated<number>;
  credited: Generated<boolean>;
  claimed: Generated<number>;
  owed: Generated<number>;
  claims: Generated<number>;
};

export type BuyingLimitsTable = {
  user_id: number;
  packs_per_day: number;
  next_packs: number | null;
  next_from: NullableTimestamp;
};

export type SandboxSessionsTable = {
  id: string;
  order_key: string;
  state: 'open' | 'paid' | 'gone';
  title: string;
  cents: number;
  currency: string;
  metadata: Json<Record<string, string>>;
  success_path: string;
  cancel_path: string;
  expires_at: Timestamp;
};

export type Schema = {
  users: UsersTable;
  sessions: SessionsTable;
  email_tokens: EmailTokensTable;
  reserved_usernames: { username: string; user_id: number; created_at: Timestamp };
  characters: CharactersTable;
  coin_ledger: CoinLedgerTable;
  inventory: InventoryTable;
  fights: FightsTable;
  fight_inputs: FightInputsTable;
  activity: ActivityTable;
  idempotency_keys: IdempotencyKeysTable;
  profile_comments: ProfileCommentsTable;
  photos: PhotosTable;
  photo_likes: PhotoLikesTable;
  friendships: FriendshipsTable;
  friend_requests: FriendRequestsTable;
  attachments: AttachmentsTable;
  conversations: ConversationsTable;
  conversation_members: ConversationMembersTable;
  messages: MessagesTable;
  loose_files: { key: string; due_at: Timestamp };
  posts: PostsTable;
  post_likes: PostLikesTable;
  post_comments: PostCommentsTable;
  clips: ClipsTable;
  clip_likes: ClipDeedsTable;
  clip_like_notices: { clip_id: number; user_id: number };
  clip_views: ClipDeedsTable;
  blocks: BlocksTable;
  notifications: NotificationsTable;
  payments: PaymentsTable;
  payment_events: { id: string; type: string; payment_id: number; received_at: Timestamp };
  payment_disputes: {
    payment_id: number;
    dispute_id: string;
    state: 'asked' | 'open' | 'lost' | 'won';
    cents: number;
  };
  payment_refunds: { payment_id: number; refund_id: string; cents: number; failed: boolean };
  buying_limits: BuyingLimitsTable;
  sandbox_sessions: SandboxSessionsTable;
  site_facts: { name: string; value: string };
};
