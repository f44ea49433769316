import type { LogLine } from '@rivalhold/shared/contract/combat.ts';
import { useEffect } from 'react';
import type { FightView } from '../fight-view.ts';
import type { Sound } from '../sounds.ts';

function soundOf(line: LogLine): Sound | null {
  if (line.kind === 'hit') return line.critical ? 'critical' : 'hit';
  if (line.kind === 'item') return line.by === line.to ? 'heal' : 'hit';
  return line.kind === 'miss' || line.kind === 'heal' ? line.kind : null;
}

/** Lets each line told since the opening be heard, and then how it ended. */
export function useFightSounds(view: FightView, openedSeq: number, sound: (name: Sound) => void): void {
  const { beat, outcome } = view;
  useEffect(() => {
    const name = beat && beat.seq > openedSeq && soundOf(beat);
    if (name) sound(name);
  }, [beat, openedSeq, sound]);
  const won = outcome?.won ?? null;
  useEffect(() => {
    if (won !== null) sound(won ? 'victory' : 'defeat');
  }, [won, sound]);
}
