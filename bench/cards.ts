import { drawCard } from '../server/src/features/combat/card.ts';
import { exampleFight } from '../shared/src/fights/example.ts';
import { figures, type Measurement, percentile, unlessQuick } from './report.ts';

const COUNT = 100;

/** Measure how long drawing a fight's card takes. Each node draws a card only once. */
export const cards =
  ({ most }: { most: number }): Measurement =>
  async () => {
    const { setup } = exampleFight();
    const { attacker, defender } = setup;
    const exchange = { kind: 'exchange', attacker: null, defender: null } as const;
    const times: number[] = [];
    for (let id = 1; id <= unlessQuick(COUNT, 10); id++) {
      const since = performance.now();
      await drawCard({
        ...{ id, attacker, defender, attackerAvatarUrl: null, defenderAvatarUrl: null },
        inputs: Array.from({ length: id % 20 }, () => exchange),
        ...{
          rulesVersion: setup.rulesVersion,
          ranked: false,
          nonces: { attacker: '', defender: '' },
          seedHash: '',
          inputsHash: '',
          seed: '',
        },
        ...{ winnerId: attacker.id, attackerHP: 1 + (id % 90), defenderHP: 0, rewards: null },
        ...{ createdAt: new Date(0).toISOString(), endedAt: new Date(0).toISOString() },
      });
      times.push(performance.now() - since);
    }
    return [
      `Ms for drawing the card of a fight, ${times.length} cards one after another.`,
      '',
      ...figures([
        ['p50', percentile(times, 0.5), most],
        ['p99', percentile(times, 0.99), most],
      ]),
    ];
  };
