import { calm } from './calm.ts';

/** Has a picture stand still if somebody uploaded it, unless it is where one asked to see it. */
function still(picture: EventTarget | null): void {
  if (
    picture instanceof HTMLImageElement &&
    picture.src.startsWith(`${location.origin}/media/`) &&
    picture.dataset.moves === undefined &&
    calm().matches
  )
    import('./still-of.ts').then(({ makeStill }) => makeStill(picture)).catch(() => undefined);
}

/** Has the pictures that players uploaded stand still for who wants less motion. Answers how to end that. */
export function keepStill(): () => void {
  for (const picture of document.images) if (picture.complete) still(picture);
  const onLoad = ({ target }: Event) => still(target);
  document.addEventListener('load', onLoad, true);
  return () => document.removeEventListener('load', onLoad, true);
}
