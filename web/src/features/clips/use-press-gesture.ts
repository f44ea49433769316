import { type PointerEvent, useRef } from 'react';

/** A press that lasts longer (ms) is no tap. */
const TAP_MAX_MS = 300;
/** A finger that moves farther (px) means a swipe, or nothing. */
const SWIPE_PX = 48;
const TAP_MAX_PX = 12;

type SwipeDirection = 'left' | 'right' | 'down';

/** Which way a pointer went that moved by so much (px); null for none. */
export function swipeDirection(dx: number, dy: number): SwipeDirection | null {
  if (Math.abs(dx) > 1.5 * Math.abs(dy)) return Math.abs(dx) < SWIPE_PX ? null : dx < 0 ? 'left' : 'right';
  return dy > 2 * SWIPE_PX ? 'down' : null;
}

/** Tells a tap from a press that holds and from a swipe, on what is pressed by keys as well. */
export function usePressGesture(options: {
  onHold: () => void;
  onRelease: () => void;
  onSwipe: (to: SwipeDirection) => void;
}) {
  const { onHold, onRelease, onSwipe } = options;
  const from = useRef<{ x: number; y: number; at: number } | null>(null);
  const isTap = useRef(true);
  const release = () => {
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
        const isStill = Math.hypot(dx, dy) < TAP_MAX_PX;
        isTap.current = isStill && performance.now() - start.at < TAP_MAX_MS;
        release();
        const swipe = event.pointerType === 'mouse' || isStill ? null : swipeDirection(dx, dy);
        if (swipe) onSwipe(swipe);
      },
      onPointerCancel: release,
      // A long press asks for no menu here.
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
