import { type RefObject, useEffect, useRef } from 'react';
import { reducedMotion } from '../../lib/reduced-motion.ts';
import type { FightEffect } from './fight-model.ts';

/** Report whether animations are allowed, that is, reduced motion is off. */
export const isMotionAllowed = () => !reducedMotion().matches;

type MotionFrames = { frames: Keyframe[]; ms: number };

const LUNGE_PX = 34;
const SHAKE_PX = { min: 5, max: 18 };

/** Animate a move towards the opponent and back. `toRight` is true for the fighter on the left. */
function lunge(toRight: boolean): MotionFrames {
  const direction = toRight ? 1 : -1;
  return {
    ms: 260,
    frames: [
      { translate: '0 0', rotate: '0deg', easing: 'ease-in' },
      {
        translate: `${-direction * 8}px 0`,
        rotate: `${-direction * 2}deg`,
        offset: 0.2,
        easing: 'cubic-bezier(.6,0,1,.6)',
      },
      {
        translate: `${direction * LUNGE_PX}px -4px`,
        rotate: `${direction * 5}deg`,
        offset: 0.5,
        easing: 'ease-out',
      },
      { translate: '0 0', rotate: '0deg' },
    ],
  };
}

/**
 * Animate a hit: the fighter is knocked back and shakes. The larger the lost share (0–1) of full health, the stronger
 * the animation.
 */
function shake(healthShare: number, fromLeft: boolean): MotionFrames {
  const distance = SHAKE_PX.min + Math.min(1, healthShare * 3) * (SHAKE_PX.max - SHAKE_PX.min);
  const direction = fromLeft ? 1 : -1;
  const at = (share: number, turn: number): Keyframe => ({
    translate: `${direction * distance * share}px 0`,
    rotate: `${direction * turn}deg`,
  });
  return {
    ms: 420,
    frames: [at(0, 0), at(1, 3), at(-0.7, -2), at(0.5, 1.4), at(-0.3, -0.8), at(0.15, 0), at(0, 0)],
  };
}

/** Animate a step aside and back. */
function dodge(fromLeft: boolean): MotionFrames {
  const direction = fromLeft ? 1 : -1;
  return {
    ms: 420,
    frames: [
      { translate: '0 0', opacity: 1, easing: 'cubic-bezier(.2,.8,.3,1)' },
      { translate: `${direction * 22}px 8px`, opacity: 0.55, offset: 0.35 },
      { translate: '0 0', opacity: 1, easing: 'ease-out' },
    ],
  };
}

const breathe: MotionFrames = {
  ms: 600,
  frames: [{ scale: '1' }, { scale: '1.05', offset: 0.35 }, { scale: '1' }],
};

function motionFor(effect: FightEffect, maxHp: number, onLeft: boolean): MotionFrames {
  if (effect.kind === 'miss') return dodge(!onLeft);
  if (effect.own) return breathe;
  return shake(maxHp > 0 ? effect.amount / maxHp : 0, !onLeft);
}

/**
 * Animate each attack by a fighter and each effect on the fighter, unless reduced motion is on. An attack and an effect
 * can happen in the same exchange. They animate different elements, because two animations of the same property of one
 * element would run on the main thread.
 */
export function useCombatMotion(
  targets: { strike: RefObject<HTMLElement | null>; impact: RefObject<HTMLElement | null> },
  side: { strike: FightEffect | null; impact: FightEffect | null; maxHp: number; onLeft: boolean },
): void {
  const { strike, impact, maxHp, onLeft } = side;
  const done = useRef({ strike: 0, impact: 0 });
  useEffect(() => {
    const run = (target: RefObject<HTMLElement | null>, { frames, ms }: MotionFrames) =>
      isMotionAllowed() && target.current?.animate(frames, { duration: ms });
    if (strike && strike.seq > done.current.strike) {
      done.current.strike = strike.seq;
      run(targets.strike, lunge(onLeft));
    }
    if (impact && impact.seq > done.current.impact) {
      done.current.impact = impact.seq;
      run(targets.impact, motionFor(impact, maxHp, onLeft));
    }
  }, [targets.strike, targets.impact, strike, impact, maxHp, onLeft]);
}

const COIN_MS = 750;
const COIN_GAP_MS = 70;

/**
 * Animate each coin in `coins` in an arc from one element to the other. Coins are hidden before and after the
 * animation.
 */
export function flyCoins(coins: Iterable<Element>, from: Element, to: Element): void {
  if (!isMotionAllowed()) return;
  const middle = (element: Element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const [start, end] = [middle(from), middle(to)];
  let index = 0;
  for (const coin of coins) {
    const sway = (index % 2 === 0 ? 1 : -1) * (30 + index * 14);
    const half = { x: (start.x + end.x) / 2 + sway, y: Math.min(start.y, end.y) - 40 };
    const at = (point: { x: number; y: number }, rest: Keyframe): Keyframe => ({
      translate: `${point.x}px ${point.y}px`,
      ...rest,
    });
    coin.animate(
      [
        at(start, { opacity: 0, scale: '0.4', easing: 'ease-out' }),
        at(half, { opacity: 1, scale: '1.2', offset: 0.45, easing: 'ease-in' }),
        at(end, { opacity: 1, scale: '0.7', offset: 0.96 }),
        at(end, { opacity: 0, scale: '0.5' }),
      ],
      { duration: COIN_MS, delay: index * COIN_GAP_MS, fill: 'backwards' },
    );
    index++;
  }
}
