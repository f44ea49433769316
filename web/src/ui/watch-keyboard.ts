/** Maximum difference in height that comes from a browser bar. A larger difference comes from a keyboard. */
const MAX_BROWSER_BAR_PX = 120;

/** Report whether the player has zoomed in, which makes the visual viewport smaller even without a keyboard. */
export const isZoomed = ({ scale }: VisualViewport): boolean => scale > 1.01;

/**
 * Set `--keyboard` to the height that the on-screen keyboard covers, and `--moved` to the distance by which the page is
 * scrolled behind the keyboard. Both are 0 in most browsers, because `interactive-widget` in index.html makes these
 * browsers resize the page. Safari scrolls the page instead, and only the visual viewport reports this.
 */
function measure(viewport: VisualViewport, isResized: boolean): void {
  const covered = isZoomed(viewport) ? 0 : window.innerHeight - viewport.height;
  const { style } = document.documentElement;
  const isOpen = covered > MAX_BROWSER_BAR_PX;
  style.setProperty('--keyboard', isOpen ? `${Math.round(covered)}px` : '0px');
  style.setProperty('--moved', isOpen ? `${Math.round(viewport.offsetTop)}px` : '0px');
  // A page that fills the screen ends at the keyboard, so undo Safari's scrolling.
  if (isOpen && isResized && document.querySelector('[data-fills-screen]')) scrollTo(0, 0);
}

const onResize = () => window.visualViewport && measure(window.visualViewport, true);
const onScroll = () => window.visualViewport && measure(window.visualViewport, false);

/** Measure the on-screen keyboard now and after each change, for components that stay above the keyboard. */
export function watchKeyboard(): void {
  onScroll();
  window.visualViewport?.addEventListener('resize', onResize);
  window.visualViewport?.addEventListener('scroll', onScroll);
}
