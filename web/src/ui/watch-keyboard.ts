/** What is lower than this is a bar of the browser, and no keyboard. */
const MAX_BROWSER_BAR_PX = 120;

/**
 * Most browsers make the page smaller for a keyboard on the screen (`interactive-widget` in index.html). Safari lays it
 * over the page, moves what one sees, and tells so here alone: `--keyboard` is its height, `--moved` how far that went.
 */
function measure(this: VisualViewport, { type }: Event): void {
  const covered = this.scale > 1.01 ? 0 : window.innerHeight - this.height;
  const { style } = document.documentElement;
  const isOpen = covered > MAX_BROWSER_BAR_PX;
  style.setProperty('--keyboard', isOpen ? `${Math.round(covered)}px` : '0px');
  style.setProperty('--moved', isOpen ? `${Math.round(this.offsetTop)}px` : '0px');
  // Such a page ends where the keyboard begins: there is nothing to move it for.
  if (isOpen && type === 'resize' && document.querySelector('[data-fills-screen]')) scrollTo(0, 0);
}

/** Begins to look, once, for those who keep what one writes above a keyboard on the screen. */
export function watchKeyboard(): void {
  window.visualViewport?.addEventListener('resize', measure);
  window.visualViewport?.addEventListener('scroll', measure);
}
