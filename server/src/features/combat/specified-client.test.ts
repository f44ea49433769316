import { describe, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { checkFights, openFightOf, setCharacter, strike } from './testing.ts';

const app = useTestApp();

/** A client that knows only the specified calls and fields: no moves, no seals, no deadlines. */
function specifiedClient(player: TestPlayer, opponent: TestPlayer) {
  let last: { attackerHP: number; defenderHealth: number } | null = null;
  return {
    open: async () => (await openFightOf(player, opponent)).status,
    heal: async () => (await player.call('POST /api/combat/manual-heal')).status,
    use: async (itemId: number, target: TestPlayer) =>
      (await player.call('POST /api/combat/use-item', { body: { itemId, targetId: target.id } })).status,
    /** Press Attack; return whether the fight is over. A rejected press changes nothing. */
    async attack(): Promise<boolean> {
      const { status, body } = await strike(player, opponent);
      if (status !== 200) {
        expect(['conflict', 'alreadyDefeated', 'fightOver']).toContain(body.code);
        return body.code !== 'conflict';
      }
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

describe('a client that knows only the specified calls', () => {
  it('plays a whole fight against an absent opponent, with a heal and an item', async () => {
    const [player, opponent] = [await app.player(), await app.player()];
    await setCharacter(app, opponent, { health: 300, max_health: 300 });
    await setCharacter(app, player, { health: 250, max_health: 300 });
    const client = specifiedClient(player, opponent);
    expect(await client.open()).toBe(200);
    expect(await client.heal()).toBe(200);
    app.clock.advance(500);
    expect(await client.use(12, opponent)).toBe(200);
    for (;;) {
      app.clock.advance(500);
      if (await client.attack()) break;
    }
    const { attackerHP, defenderHealth } = client.health()!;
    expect(Math.min(attackerHP, defenderHealth)).toBe(0);
    expect(await checkFights(app)).toMatchObject({ fights: 1 });
  });

  it('plays a whole fight against a present opponent, who also only presses Attack', async () => {
    const [player, opponent] = [await app.player(), await app.player()];
    const sockets = [await player.socket(), await opponent.socket()];
    const [client, other] = [specifiedClient(player, opponent), specifiedClient(opponent, player)];
    expect([await client.open(), await other.open()]).toEqual([200, 200]);
    for (let isOver = false; !isOver; ) {
      app.clock.advance(500);
      // A second press before the opponent has chosen changes nothing.
      isOver = await client.attack();
      app.clock.advance(500);
      isOver = (await client.attack()) || isOver;
      isOver = (await other.attack()) || isOver;
    }
    expect(await checkFights(app)).toMatchObject({ fights: 2 });
    for (const socket of sockets) socket.disconnect();
  });
});
