/** A smaller difference in height comes from a browser bar, not from a keyboard. */
const MAX_BROWSER_BAR_PX = 120;

/**
 * Set `--keyboard` to the height of the on-screen keyboard and `--moved` to the scroll offset. Most browsers resize the
 * page for the keyboard (`interactive-widget` in index.html). In Safari, the
 * keyboard covers the page, and Safari scrolls it. Only the visual viewport reports these changes.
 */
function measure(this: VisualViewport, { type }: Event): void {
  const covered = this.scale > 1.01 ? 0 : window.innerHeight - this.height;
  const { style } = document.documentElement;
  const isOpen = covered > MAX_BROWSER_BAR_PX;
  style.setProperty('--keyboard', isOpen ? `${Math.round(covered)}px` : '0px');
  style.setProperty('--moved', isOpen ? `${Math.round(this.offsetTop)}px` : '0px');
  // A page that fills the screen ends at the keyboard, so undo Safari's scrolling.
  if (isOpen && type === 'resize' && document.querySelector('[data-fills-screen]')) scrollTo(0, 0);
}

/** Start watching the keyboard, once, for components that stay above it. */
export function watchKeyboard(): void {
  window.visualViewport?.addEventListener('resize', measure);
  window.visualViewport?.addEventListener('scroll', measure);
}
