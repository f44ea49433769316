import { reducedMotion } from './reduced-motion.ts';

const isUpload = ({ src }: HTMLImageElement): boolean => src.startsWith(`${location.origin}/media/`);

/**
 * Freeze an image that a player uploaded, if the viewer prefers reduced motion. Skip images with `data-animated`: the
 * viewer has opened them, or can stop their animation.
 */
async function freezeUpload(image: EventTarget | null): Promise<void> {
  if (!(image instanceof HTMLImageElement) || !isUpload(image)) return;
  if (image.dataset.animated !== undefined || !reducedMotion().matches) return;
  const { freezeImage } = await import('./freeze-image.ts');
  // While the code was loading, the image might have changed to a local preview.
  if (isUpload(image)) await freezeImage(image);
}

/**
 * Freeze the images that players uploaded, for viewers who prefer reduced motion. Returns a function that stops
 * freezing new images.
 */
export function freezeUploads(): () => void {
  const freeze = (image: EventTarget | null) => void freezeUpload(image).catch(() => undefined);
  for (const image of document.images) if (image.complete) freeze(image);
  const onLoad = ({ target }: Event) => freeze(target);
  document.addEventListener('load', onLoad, true);
  return () => document.removeEventListener('load', onLoad, true);
}
