export { AnimatedGif } from './animated-gif.tsx';
export { YoutubeFacade } from './youtube-facade.tsx';
