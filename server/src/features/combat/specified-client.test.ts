import type { LogLine } from '@rivalhold/shared/contract/combat.ts';
import { replayFight } from '@rivalhold/shared/fights/rules.ts';
import { describe, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { checkFights, openFightOf, setCharacter, strike } from './testing.ts';

const app = useTestApp();

/** A client that knows only the specified calls and fields: no moves, no seals, no deadlines. */
function specifiedClient(player: TestPlayer, opponent: TestPlayer) {
  let last: { attackerHP: number; defenderHealth: number } | null = null;
  const log = new Map<number, string>();
  const addLines = (lines: readonly LogLine[] = []) => {
    for (const { seq, text } of lines) log.set(seq, text);
  };
  return {
    addLines,
    /** Return the texts of the lines received so far, in order. */
    log: () => [...log].sort(([one], [other]) => one - other).map(([, text]) => text),
    async open(): Promise<number> {
      const { status, body } = await openFightOf(player, opponent);
      expect(status).toBe(200);
      addLines(body.log);
      return body.id;
    },
    async heal(): Promise<number> {
      const { status, body } = await player.call('POST /api/combat/manual-heal');
      addLines(body.updatedCombat?.log);
      return status;
    },
    async use(itemId: number, target: TestPlayer): Promise<number> {
      const call = { body: { itemId, targetId: target.id } };
      const { status, body } = await player.call('POST /api/combat/use-item', call);
      addLines(body.updatedCombat?.log);
      return status;
    },
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
      expect(body.combat.log).toEqual(body.lines);
      addLines(body.lines);
      return body.combatCompleted;
    },
    health: () => last,
  };
}

/** Return the texts of all lines of a finished fight. */
async function linesOf(player: TestPlayer, fightId: number): Promise<string[]> {
  const { body } = await player.call('GET /api/combat/fights/{id}', { params: { id: fightId } });
  const { rulesVersion, attacker, defender } = body;
  return replayFight({ ...body, setup: { fightId, rulesVersion, attacker, defender } }).lines.map(
    ({ text }) => text,
  );
}

describe('a client that knows only the specified calls', () => {
  it('plays a whole fight against an absent opponent, with a heal and an item', async () => {
    const [player, opponent] = [await app.player(), await app.player()];
    await setCharacter(app, opponent, { health: 300, max_health: 300 });
    await setCharacter(app, player, { health: 250, max_health: 300 });
    const client = specifiedClient(player, opponent);
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
    expect(client.log()).toEqual(await linesOf(player, fightId));
    expect(await checkFights(app)).toMatchObject({ fights: 1 });
  });

  it('plays a whole fight against a present opponent, who also only presses Attack', async () => {
    const [player, opponent] = [await app.player(), await app.player()];
    const sockets = [await player.socket(), await opponent.socket()];
    const [client, other] = [specifiedClient(player, opponent), specifiedClient(opponent, player)];
    for (const [n, { addLines }] of [client, other].entries())
      sockets[n]?.on('combatLogAppend', ({ lines }) => addLines(lines));
    const fightId = await client.open();
    expect(await other.open()).toBe(fightId);
    for (let isOver = false; !isOver; ) {
      app.clock.advance(500);
      // A second press before the opponent has chosen changes nothing.
      isOver = await client.attack();
      app.clock.advance(500);
      isOver = (await client.attack()) || isOver;
      isOver = (await other.attack()) || isOver;
    }
    const lines = await linesOf(player, fightId);
    for (const { log } of [client, other]) await expect.poll(log).toEqual(lines);
    expect(await checkFights(app)).toMatchObject({ fights: 2 });
    for (const socket of sockets) socket.disconnect();
  });
});
