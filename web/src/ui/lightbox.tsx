import { Dialog as Base } from '@base-ui/react/dialog';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { isTextFieldOrSelect } from '../lib/text-field.ts';
import { useDeferredOpening } from '../lib/use-deferred-opening.ts';
import { IconButton } from './icon-button.tsx';
import styles from './lightbox.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';
import { returnFocusUnlessMoved } from './use-restore-focus.ts';

export type LightboxItem = {
  src: string;
  alt: string;
  /** Size in pixels, if known; reserves the space before the picture loads. */
  width?: number | null;
  height?: number | null;
};

type LightboxProps = {
  items: readonly LightboxItem[];
  /** Index of the visible picture; null closes the lightbox. */
  index: number | null;
  /** True if there are more pictures than `items`. The total is not shown then. */
  more?: boolean;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** Accessible name of the lightbox. */
  label: string;
  /** Content under the visible picture, such as a caption and actions. */
  footer?: ReactNode;
  /** True if the URL names the visible picture. The open lightbox then has its own history entry. */
  isInUrl?: boolean;
  /** Returns the element to focus after closing. If it returns null, the previous focus is restored. */
  finalFocus?: () => HTMLElement | null;
};

/** Ratio of height to width above which a picture is shown in full width and scrolled, so that its text is readable. */
const TALL_RATIO = 2.5;
/** Minimum horizontal movement (px) of a swipe. */
const SWIPE_PX = 48;

/** Return the direction of a pointer movement: 1 for next, -1 for previous, 0 for none. */
function swipeOf(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 1.5 * Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}

/**
 * Show pictures full screen. Arrow keys, Home, End and swipes change the picture, except in text fields and selects.
 * Escape, going back and a click beside the picture close the lightbox. Traps the focus. This file imports the dialog
 * library, so load it with `lazyComponent()`.
 */
export function Lightbox(props: LightboxProps) {
  const { items, index, more, onIndex, onClose, label, footer, isInUrl, finalFocus } = props;
  const popup = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const last = useRef(0);
  if (index !== null) last.current = Math.min(index, items.length - 1);
  const at = last.current;
  const item = items[at];
  useCloseOnBack(index !== null && !isInUrl, onClose);
  const turn = (to: number) => {
    if (to !== at && to >= 0 && to < items.length) onIndex(to);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || isTextFieldOrSelect(event.target)) return;
    event.preventDefault();
    turn(to);
  };
  const onPointerUp = (event: PointerEvent) => {
    const start = from.current;
    from.current = null;
    if (!start || event.pointerType === 'mouse') return;
    const step = swipeOf(event.clientX - start.x, event.clientY - start.y);
    if (step !== 0) turn(at + step);
  };

  return (
    <Base.Root open={useDeferredOpening(index !== null)} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} forceRender />
        <Base.Popup
          ref={popup}
          data-traps-focus
          className={styles.popup}
          aria-label={label}
          initialFocus={close}
          finalFocus={returnFocusUnlessMoved(popup, () => finalFocus?.() ?? null)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            from.current = isTextFieldOrSelect(event.target) ? null : { x: event.clientX, y: event.clientY };
          }}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            from.current = null;
          }}
        >
          <div className={styles.top}>
            <p className={styles.count} aria-live="polite">
              {items.length > 1 && UI_TEXTS.position(at + 1, more ? null : items.length)}
            </p>
            <Base.Close ref={close} render={<IconButton label={UI_TEXTS.close} className={styles.control} />}>
              <X size={24} aria-hidden="true" />
            </Base.Close>
          </div>
          {item && <Stage key={item.src} item={item} onClose={onClose} />}
          {items.length > 1 && (
            <>
              <IconButton
                label={UI_TEXTS.previous}
                className={clsx(styles.control, styles.previous)}
                aria-disabled={at === 0 || undefined}
                onClick={() => turn(at - 1)}
              >
                <ChevronLeft size={28} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={UI_TEXTS.next}
                className={clsx(styles.control, styles.next)}
                aria-disabled={at === items.length - 1 || undefined}
                onClick={() => turn(at + 1)}
              >
                <ChevronRight size={28} aria-hidden="true" />
              </IconButton>
            </>
          )}
          {footer && <div className={styles.footer}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Stage({ item, onClose }: { item: LightboxItem; onClose: () => void }) {
  const { src, alt, width, height } = item;
  const isTall = width && height ? height > TALL_RATIO * width : false;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the picture; Escape and the close button do the same
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className={clsx(styles.stage, isTall && styles.tall)}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      {...(isTall && { role: 'region', 'aria-label': alt, tabIndex: 0 })}
    >
      <img
        className={styles.shown}
        src={src}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        data-animated
        draggable={false}
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
