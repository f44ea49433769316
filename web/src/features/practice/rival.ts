import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { viewOf } from '@rivalhold/shared/fights/exchange.ts';
import { type Lesson, scriptedMove } from '@rivalhold/shared/fights/lessons.ts';
import { MOVES } from '@rivalhold/shared/fights/moves.ts';
import { type Bout, PARTNERS, type PartnerId, preparedMove } from '@rivalhold/shared/fights/practice.ts';
import { reader } from '@rivalhold/shared/fights/simulation/players.ts';
import { MOVE_COUNT, openMoves } from '@rivalhold/shared/fights/simulation/solver.ts';
import { startSparring } from './sparring-client.ts';

/** The opponent of one practice fight. */
export type Rival = {
  /** Return the move that the rival shows in advance, or null if it shows none. */
  prepares: (bout: Bout) => Move | null;
  /**
   * Choose the rival's next move, or return null to leave the choice to the rival's fight style. `drawn` is a random
   * number in [0, 1).
   */
  choose: (bout: Bout, drawn: number) => Promise<Move | null>;
  /** Update the rival's model of the player with the last exchange. */
  learn: (bout: Bout) => void;
  close: () => void;
};

const silent = { prepares: () => null, learn: () => undefined, close: () => undefined };

const styled: Rival = { ...silent, prepares: preparedMove, choose: async () => null };

function readingRival(): Rival {
  const mind = reader();
  const open = new Int32Array(MOVE_COUNT);
  return {
    ...silent,
    choose: async ({ state }, drawn) => {
      const view = { ...viewOf(state, 'defender'), items: 0, theirItems: 0 };
      return MOVES[mind.choose(view, open, openMoves(view, null, open), drawn)]!;
    },
    learn: ({ lines }) => {
      const { attacker, defender } = lines.findLast(({ kind }) => kind === 'exchange') ?? {};
      if (!attacker || !defender) return;
      mind.learn?.(
        MOVES.indexOf(defender.move),
        MOVES.indexOf(attacker.move),
        defender.damage,
        attacker.damage,
      );
    },
  };
}

function masterRival(): Rival {
  const sparring = startSparring();
  return {
    ...silent,
    choose: ({ state }, drawn) =>
      sparring.ask('choose', {
        view: { ...viewOf(state, 'defender'), items: 0, theirItems: 0 },
        drawn,
      }),
    close: sparring.close,
  };
}

/** Return a sparring partner, ready for one fight. */
export function partnerRival(id: PartnerId): Rival {
  if (PARTNERS[id]) return styled;
  return id === 'reader' ? readingRival() : masterRival();
}

/** Return a lesson's opponent, whose moves are shown before they are played. */
export const lessonRival = (lesson: Lesson): Rival => ({
  ...silent,
  prepares: (bout) => scriptedMove(lesson, bout),
  choose: async (bout) => scriptedMove(lesson, bout),
});
