import { type PointerEvent, useRef } from 'react';

/** Maximum duration (ms) of a tap. */
const TAP_MAX_MS = 300;
/** Minimum length (px) of a swipe to the side. A swipe down must be twice as long. */
const SWIPE_PX = 48;
/** Maximum movement (px) of a tap. */
const TAP_MAX_PX = 12;

type SwipeDirection = 'left' | 'right' | 'down';

/** Return the direction of a swipe by `dx` and `dy` (px), or null if the movement is not a swipe. */
export function swipeDirection(dx: number, dy: number): SwipeDirection | null {
  if (Math.abs(dx) > 1.5 * Math.abs(dy)) return Math.abs(dx) < SWIPE_PX ? null : dx < 0 ? 'left' : 'right';
  return dy > 2 * SWIPE_PX ? 'down' : null;
}

/**
 * Return pointer handlers that distinguish taps, holds and swipes. The click handler of the element must call
 * `wasTap()`, because holds and swipes also cause clicks.
 */
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
    /** Report whether the current click comes from a tap or the keyboard, and not from a hold or a swipe. */
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
      // A long press must not open the context menu.
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
