import { webcrypto } from 'node:crypto';
import { vi } from 'vitest';

class FakeObserver {
  observe(_target: Element): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/**
 * Reports a size once: a small height for rows and a large height for other elements, so that virtualized
 * lists render all rows.
 */
class FakeResizeObserver extends FakeObserver {
  #callback: ResizeObserverCallback;

  constructor(callback: ResizeObserverCallback) {
    super();
    this.#callback = callback;
  }
  override observe(target: Element): void {
    const height = target.tagName === 'LI' ? 20 : 2_000;
    const entry = { target, contentRect: { width: 800, height } } as unknown as ResizeObserverEntry;
    setTimeout(() => this.#callback([entry], this as unknown as ResizeObserver));
  }
}

/** Add the browser features that jsdom lacks, such as layout, media playback and modal dialogs. */
export function installBrowserParts(): void {
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as MediaQueryList;
  globalThis.ResizeObserver ??= FakeResizeObserver as unknown as typeof ResizeObserver;
  globalThis.IntersectionObserver ??= FakeObserver as unknown as typeof IntersectionObserver;
  Element.prototype.scrollIntoView ??= () => undefined;
  Element.prototype.scrollTo ??= () => undefined;
  Element.prototype.getAnimations ??= () => [];
  Element.prototype.animate ??= () => ({ cancel: () => undefined, finished: Promise.resolve() }) as never;
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
  Element.prototype.setPointerCapture ??= () => undefined;
  Element.prototype.releasePointerCapture ??= () => undefined;
  Element.prototype.hasPointerCapture ??= () => false;
  window.scrollTo = () => undefined;
  performance.getEntriesByType ??= () => [];
  if (!crypto.subtle) Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle });
  URL.createObjectURL ??= (blob) => `blob:${(blob as File).name}`;
  URL.revokeObjectURL ??= () => undefined;
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
  Object.assign(HTMLMediaElement.prototype, {
    play: vi.fn(() => Promise.resolve()),
    pause: vi.fn(),
    load: vi.fn(),
  });
}
