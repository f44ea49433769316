import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { type Bout, playBout } from '@rivalhold/shared/fights/practice.ts';
import { DRAWS, type RandomSource } from '@rivalhold/shared/fights/random.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Rival } from './rival.ts';

type Options = {
  begin: () => Bout;
  /** Creates the rival, which is closed when the fight restarts or the component unmounts. */
  rival: () => Rival;
  /** Creates the source of all random numbers of a fight. */
  chance: () => RandomSource;
};

/** A fight that runs in this browser. The rival chooses first, so that the player's move is answered immediately. */
type Running = { bout: Bout; rival: Rival; chance: RandomSource; choice: Promise<Move | null> };

function chooseNext(parts: Omit<Running, 'choice'>): Running {
  const { bout, rival, chance } = parts;
  const drawn = chance(bout.state.exchanges + 1, DRAWS.style.defender);
  const choice = bout.state.status === 'active' ? rival.choose(bout, drawn) : Promise.resolve(null);
  // Errors are handled where the choice is awaited. Catch them here, too, because nothing awaits the choice after the
  // player has left the fight.
  choice.catch(() => undefined);
  return { ...parts, choice };
}

const start = ({ begin, rival, chance }: Options): Running =>
  chooseNext({ bout: begin(), rival: rival(), chance: chance() });

/** Run a practice fight. The options of the first render apply; remount for another fight. */
export function useBout(options: Options) {
  const [initial] = useState(options);
  const running = useRef<Running>(null);
  const [shown, setShown] = useState<{ bout: Bout; prepared: Move | null } | null>(null);
  const [isReady, setIsReady] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const show = (next: Running) => {
    const { bout, rival, choice } = next;
    running.current = next;
    setShown({ bout, prepared: bout.state.status === 'active' ? rival.prepares(bout) : null });
    setIsReady(false);
    choice.then(
      () => running.current === next && setIsReady(true),
      () => running.current === next && setHasFailed(true),
    );
  };
  const restart = () => {
    running.current?.rival.close();
    setHasFailed(false);
    show(start(initial));
  };
  const begin = useEffectEvent(restart);
  useEffect(() => {
    begin();
    return () => {
      running.current?.rival.close();
      running.current = null;
    };
  }, []);

  const play = async (move: Move) => {
    const before = running.current;
    if (!before || before.bout.state.status === 'over') return;
    const theirs = await before.choice.catch(() => undefined);
    // Do nothing if the rival's choice has failed, or on a second press in the same exchange.
    if (theirs === undefined || running.current !== before) return;
    const { rival, chance } = before;
    const bout = playBout(before.bout, move, theirs, chance);
    rival.learn(bout);
    show(chooseNext({ bout, rival, chance }));
  };
  return {
    bout: shown?.bout ?? null,
    /** The move that the rival shows in advance. */
    prepared: shown?.prepared ?? null,
    /** True if the rival has chosen. */
    isReady,
    hasFailed,
    play: (move: Move) => void play(move),
    restart,
  };
}
