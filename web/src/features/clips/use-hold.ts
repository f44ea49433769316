import { type PointerEvent, useRef } from 'react';

/** A press that lasts longer (ms) is no tap. */
const HOLD_MS = 300;
/** A finger that moves farther (px) means a swipe, or nothing. */
const SWIPE_PX = 48;
const STILL_PX = 12;

type Swipe = 'left' | 'right' | 'down';

/** Which way a pointer went that moved by so much (px); null for none. */
export function swipeTo(dx: number, dy: number): Swipe | null {
  if (Math.abs(dx) > 1.5 * Math.abs(dy)) return Math.abs(dx) < SWIPE_PX ? null : dx < 0 ? 'left' : 'right';
  return dy > 2 * SWIPE_PX ? 'down' : null;
}

/** Tells a tap from a press that holds and from a swipe, on what is pressed by keys as well. */
export function useHold(options: {
  onHold: () => void;
  onRelease: () => void;
  onSwipe: (to: Swipe) => void;
}) {
  const { onHold, onRelease, onSwipe } = options;
  const from = useRef<{ x: number; y: number; at: number } | null>(null);
  const isTap = useRef(true);
  const letGo = () => {
    if (from.current) onRelease();
    from.current = null;
  };
  return {
    /** Whether the click that is just heard is a tap, or of a key. */
    wasTap: (): boolean => {
      const was = isTap.current;
      isTap.current = true;
      return was;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY, at: performance.now() };
        isTap.current = true;
        onHold();
      },
      onPointerUp: (event: PointerEvent) => {
        const start = from.current;
        if (!start) return;
        const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
        const isStill = Math.hypot(dx, dy) < STILL_PX;
        isTap.current = isStill && performance.now() - start.at < HOLD_MS;
        letGo();
        const swipe = event.pointerType === 'mouse' || isStill ? null : swipeTo(dx, dy);
        if (swipe) onSwipe(swipe);
      },
      onPointerCancel: letGo,
      // A long press asks for no menu here.
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
