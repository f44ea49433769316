export { AnimatedGif as MovingGif } from './animated-gif.tsx';
export { YoutubeFacade } from './youtube-facade.tsx';
