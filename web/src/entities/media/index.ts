import { lazily } from '../../lib/lazily.ts';

export { YoutubeFacade } from './youtube-facade.tsx';
/** A GIF that can be paused, loaded when the first one is shown. */
export const MovingGif = lazily(() => import('./moving-gif.tsx'), 'MovingGif');
