import { reducedMotion } from './reduced-motion.ts';

/** Has a picture stand still if somebody uploaded it, unless it is where one asked to see it. */
function freezeUpload(image: EventTarget | null): void {
  if (
    image instanceof HTMLImageElement &&
    image.src.startsWith(`${location.origin}/media/`) &&
    image.dataset.moves === undefined &&
    reducedMotion().matches
  )
    import('./freeze-image.ts').then(({ freezeImage }) => freezeImage(image)).catch(() => undefined);
}

/** Has the pictures that players uploaded stand still for who wants less motion. Answers how to end that. */
export function freezeUploads(): () => void {
  for (const image of document.images) if (image.complete) freezeUpload(image);
  const onLoad = ({ target }: Event) => freezeUpload(target);
  document.addEventListener('load', onLoad, true);
  return () => document.removeEventListener('load', onLoad, true);
}
