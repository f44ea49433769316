import { type DbOrTx, run, type Tx } from '../../platform/db/db.ts';

/** A character as stored: health and energy as they were at their timestamps. */
export type CharacterRow = {
  user_id: number;
  level: number;
  experience: number;
  health: number;
  health_at: Date;
  energy: number;
  energy_at: Date;
  attack: number;
  defense: number;
  max_health: number;
  coins: number;
  wins: number;
  losses: number;
  begun_open: number;
};

export const CHARACTER_COLUMNS = `c.user_id, c.level, c.experience, c.health, c.health_at, c.energy, c.energy_at, c.attack,
  c.defense, c.max_health, c.coins, c.wins, c.losses, c.begun_open`;

export async function characterOf(db: DbOrTx, userId: number): Promise<CharacterRow | undefined> {
  const [row] = await run<CharacterRow>(
    db,
    `select ${CHARACTER_COLUMNS} from characters c where user_id = $1`,
    [userId],
  );
  return row;
}

/** Locks characters in the order of their ids, so that two fights can never wait for each other. */
export async function lockCharacters(tx: Tx, userIds: number[]): Promise<CharacterRow[]> {
  return run<CharacterRow>(
    tx,
    `select ${CHARACTER_COLUMNS} from characters c where user_id = any($1::bigint[]) order by user_id for update`,
    [userIds],
  );
}

export async function saveCharacter(tx: Tx, row: CharacterRow): Promise<void> {
  await run(
    tx,
    `update characters set level = $2, experience = $3, health = $4, health_at = $5, energy = $6, energy_at = $7,
       attack = $8, defense = $9, max_health = $10, wins = $11, losses = $12, begun_open = $13
     where user_id = $1`,
    [
      row.user_id,
      row.level,
      row.experience,
      row.health,
      row.health_at,
      row.energy,
      row.energy_at,
      row.attack,
      row.defense,
      row.max_health,
      row.wins,
      row.losses,
      row.begun_open,
    ],
  );
}
