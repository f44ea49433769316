/** Anything lower is a browser bar, not a keyboard. */
const MAX_BROWSER_BAR_PX = 120;

/**
 * Most browsers resize the page for an on-screen keyboard (`interactive-widget` in index.html). Safari covers
 * the page and scrolls it, and reports that only here: `--keyboard` is the keyboard's height, `--moved` the
 * scroll offset.
 */
function measure(this: VisualViewport, { type }: Event): void {
  const covered = this.scale > 1.01 ? 0 : window.innerHeight - this.height;
  const { style } = document.documentElement;
  const isOpen = covered > MAX_BROWSER_BAR_PX;
  style.setProperty('--keyboard', isOpen ? `${Math.round(covered)}px` : '0px');
  style.setProperty('--moved', isOpen ? `${Math.round(this.offsetTop)}px` : '0px');
  // A page that fills the screen ends at the keyboard, so undo the scrolling.
  if (isOpen && type === 'resize' && document.querySelector('[data-fills-screen]')) scrollTo(0, 0);
}

/** Start watching, once, for components that stay above an on-screen keyboard. */
export function watchKeyboard(): void {
  window.visualViewport?.addEventListener('resize', measure);
  window.visualViewport?.addEventListener('scroll', measure);
}
