import { replayFight } from '@rivalhold/shared/fights/rules.ts';
import { describe, expect, it } from 'vitest';
import { type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import { checkFights, openFightOf, setCharacter, strike } from './testing.ts';

const app = useTestApp();

/**
 * Return a client that uses only the calls, events and fields in the specification. It does not know moves, sealed
 * choices or deadlines.
 */
function specifiedClient(player: TestPlayer, opponent: TestPlayer, socket: TestSocket) {
  let last: { attackerHP: number; defenderHealth: number } | null = null;
  const log: string[] = [];
  const ends: number[] = [];
  socket.on('combatLogAppend', ({ lines }) => void log.push(...lines.map(({ text }) => text)));
  socket.on('combatOver', ({ winnerId, rewards: { xp, coins } }) => {
    for (const value of [xp, coins]) expect(value).toBeTypeOf('number');
    ends.push(winnerId ?? 0);
  });
  return {
    /** Return the texts of the log lines received so far. */
    log: () => log,
    /** Return the winner of each fight that has ended. */
    ends: () => ends,
    async open(): Promise<number> {
      const { status, body } = await openFightOf(player, opponent);
      const { id, attackerId, attackerHP, defenderHP } = body;
      expect(status).toBe(200);
      for (const value of [id, attackerHP, defenderHP]) expect(value).toBeTypeOf('number');
      if (attackerId === player.id)
        await socket.emitWithAck('startFight', { attackerId, defenderId: opponent.id, fightId: id });
      await socket.emitWithAck('joinCombat', { combatId: id });
      return id;
    },
    async heal(): Promise<number> {
      const { status, body } = await player.call('POST /api/combat/manual-heal');
      expect([typeof body.newHealth, typeof body.message]).toEqual(['number', 'string']);
      return status;
    },
    async use(itemId: number, target: TestPlayer): Promise<number> {
      const call = { body: { itemId, targetId: target.id } };
      const { status, body } = await player.call('POST /api/combat/use-item', call);
      expect([typeof body.newHealth, typeof body.message]).toEqual(['number', 'string']);
      expect(body.updatedStats.health).toBeTypeOf('number');
      return status;
    },
    /** Press Attack, and return whether the fight is over. A rejected request changes nothing. */
    async attack(): Promise<boolean> {
      const { status, body } = await strike(player, opponent);
      if (status >= 400) return false;
      const { attackerHP, defenderHealth, updatedStats, attackerXP, attackerLevel } = body;
      for (const value of [attackerHP, defenderHealth, attackerXP, attackerLevel])
        expect(value).toBeTypeOf('number');
      expect(updatedStats.health).toBeTypeOf('number');
      last = { attackerHP, defenderHealth };
      return body.combatCompleted;
    },
    health: () => last,
  };
}

/** Return the texts of all log lines of a finished fight except the first line, which no event contains. */
async function linesOf(player: TestPlayer, fightId: number): Promise<string[]> {
  const { body } = await player.call('GET /api/combat/fights/{id}', { params: { id: fightId } });
  const { rulesVersion, attacker, defender } = body;
  const { lines } = replayFight({ ...body, setup: { fightId, rulesVersion, attacker, defender } });
  return lines.slice(1).map(({ text }) => text);
}

describe('a client that uses only the API calls from the specification', () => {
  it('plays a whole fight against an absent opponent, with a heal and an item', async () => {
    const [player, opponent] = [await app.player(), await app.player()];
    await setCharacter(app, opponent, { health: 300, max_health: 300 });
    await setCharacter(app, player, { health: 250, max_health: 300 });
    const client = specifiedClient(player, opponent, await player.socket());
    const fightId = await client.open();
    expect(await client.heal()).toBe(200);
    app.clock.advance(500);
    expect(await client.use(12, opponent)).toBe(200);
    for (;;) {
      app.clock.advance(500);
      if (await client.attack()) break;
    }
    const { attackerHP, defenderHealth } = client.health()!;
    expect(Math.min(attackerHP, defenderHealth)).toBe(0);
    await expect.poll(client.log).toEqual(await linesOf(player, fightId));
    await expect.poll(client.ends).toEqual([attackerHP > 0 ? player.id : opponent.id]);
    expect(await checkFights(app)).toMatchObject({ fights: 1 });
  });

  it('plays a whole fight against a present opponent who only presses Attack', async () => {
    const [player, opponent] = [await app.player(), await app.player()];
    const client = specifiedClient(player, opponent, await player.socket());
    const other = specifiedClient(opponent, player, await opponent.socket());
    const fightId = await client.open();
    expect(await other.open()).toBe(fightId);
    for (let isOver = false; !isOver; ) {
      app.clock.advance(500);
      // Press Attack twice before the opponent chooses. The second request changes nothing.
      isOver = await client.attack();
      app.clock.advance(500);
      isOver = (await client.attack()) || isOver;
      isOver = (await other.attack()) || isOver;
    }
    const lines = await linesOf(player, fightId);
    for (const { log, ends } of [client, other]) {
      await expect.poll(log).toEqual(lines);
      await expect.poll(ends).toHaveLength(1);
    }
    expect(client.ends()).toEqual(other.ends());
    expect(await checkFights(app)).toMatchObject({ fights: 2 });
  });
});
