import type { LogLine } from '@rivalhold/shared/contract/combat.ts';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { usePreference } from '../../lib/use-preference.ts';
import { isQuietNow } from '../push/index.ts';
import type { FightModel } from './fight-model.ts';

export type Sound = 'hit' | 'critical' | 'miss' | 'heal' | 'victory' | 'defeat';

const PREFERENCE_KEY = 'rivalhold:fight-sounds';
const VOLUME = 0.22;

/** One part of a sound: a tone sliding between two pitches (Hz), or filtered noise, starting after `at` seconds. */
type Voice = { at: number; seconds: number; gain: number } & (
  | { wave: OscillatorType; from: number; to: number }
  | { wave: 'noise'; cutoff: number }
);

const tone = (
  wave: OscillatorType,
  from: number,
  to: number,
  at: number,
  seconds: number,
  gain = 1,
): Voice => ({
  wave,
  from,
  to,
  at,
  seconds,
  gain,
});
const noise = (cutoff: number, at: number, seconds: number, gain = 1): Voice => ({
  wave: 'noise',
  cutoff,
  at,
  seconds,
  gain,
});

const VOICES: Record<Sound, readonly Voice[]> = {
  hit: [noise(900, 0, 0.12), tone('triangle', 170, 60, 0, 0.16)],
  critical: [
    noise(2600, 0, 0.2),
    tone('square', 220, 45, 0, 0.3, 0.5),
    tone('triangle', 880, 300, 0.02, 0.2, 0.4),
  ],
  miss: [noise(4200, 0, 0.14, 0.35)],
  heal: [tone('sine', 520, 780, 0, 0.22, 0.7), tone('sine', 780, 1040, 0.1, 0.3, 0.5)],
  victory: [523, 659, 784, 1047].map((pitch, step) => tone('triangle', pitch, pitch, step * 0.12, 0.4, 0.7)),
  defeat: [330, 262, 196].map((pitch, step) => tone('triangle', pitch, pitch * 0.97, step * 0.2, 0.5, 0.6)),
};

let context: AudioContext | undefined;
let cachedNoise: AudioBuffer | undefined;

function noiseBuffer(audio: AudioContext): AudioBuffer {
  if (cachedNoise) return cachedNoise;
  cachedNoise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = cachedNoise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return cachedNoise;
}

function play(audio: AudioContext, voice: Voice): void {
  const start = audio.currentTime + voice.at;
  const end = start + voice.seconds;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(VOLUME * voice.gain, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  gain.connect(audio.destination);
  if (voice.wave === 'noise') {
    const source = audio.createBufferSource();
    source.buffer = noiseBuffer(audio);
    const filter = audio.createBiquadFilter();
    filter.type = 'lowpass';
    filter.frequency.value = voice.cutoff;
    source.connect(filter).connect(gain);
    source.start(start);
    source.stop(end);
    return;
  }
  const source = audio.createOscillator();
  source.type = voice.wave;
  source.frequency.setValueAtTime(voice.from, start);
  source.frequency.exponentialRampToValueAtTime(voice.to, end);
  source.connect(gain);
  source.start(start);
  source.stop(end);
}

/**
 * Return whether the sounds of fights are on, a toggle, and a function that plays a synthesized sound. Sounds are off
 * until the player turns them on, and silent in the player's quiet hours.
 */
export function useSounds() {
  const [on, setOn] = usePreference(PREFERENCE_KEY, false);
  const sound = useCallback(
    async (name: Sound) => {
      // Stay silent if the quiet hours cannot be loaded.
      if (!on || (await isQuietNow().catch(() => true))) return;
      context ??= new AudioContext();
      if (context.state === 'suspended') void context.resume();
      for (const voice of VOICES[name]) play(context, voice);
    },
    [on],
  );
  return { on, toggle: () => setOn(!on), sound };
}

function soundOf({ attacker, defender }: LogLine): Sound | null {
  if (!attacker || !defender) return null;
  if (attacker.critical || defender.critical) return 'critical';
  if (attacker.damage + defender.damage > 0) return 'hit';
  return attacker.healed + defender.healed > 0 ? 'heal' : 'miss';
}

/** Play the sounds of the lines and of the outcome that are added after the fight was opened. */
export function useFightSounds(
  { beat, openedSeq, outcome }: FightModel,
  sound: (name: Sound) => unknown,
): void {
  // An effect event, so that turning the sounds on does not replay earlier sounds.
  const make = useEffectEvent(sound);
  useEffect(() => {
    const name = beat && beat.seq > openedSeq && soundOf(beat);
    if (name) make(name);
  }, [beat, openedSeq]);
  const won = outcome?.won ?? null;
  const lastWon = useRef(won);
  useEffect(() => {
    if (won === lastWon.current) return;
    lastWon.current = won;
    if (won !== null) make(won ? 'victory' : 'defeat');
  }, [won]);
}
