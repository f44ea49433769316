export { MovingGif } from './moving-gif.tsx';
export { YoutubeFacade } from './youtube-facade.tsx';
