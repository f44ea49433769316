import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date, Date>;
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Written as JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>;

type UsersTable = {
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

type SessionsTable = {
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

type CharactersTable = {
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

type CoinLedgerTable = {
  id: Generated<number>;
  user_id: number;
  amount: number;
  balance: number;
  reason: string;
  reference: string | null;
  idempotency_key: string;
  created_at: Timestamp;
};

type InventoryTable = {
  id: Generated<number>;
  user_id: number;
  item_id: number;
  quantity: number;
};

type FightsTable = {
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

/** The tables that statements are built on by Kysely; others are named in the texts of their queries alone. */
export type Schema = {
  users: UsersTable;
  sessions: SessionsTable;
  characters: CharactersTable;
  coin_ledger: CoinLedgerTable;
  inventory: InventoryTable;
  fights: FightsTable;
};
