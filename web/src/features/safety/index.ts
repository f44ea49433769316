export { StrangerMedia } from './components/stranger-media.tsx';
export { useHidesMediaBy } from './use-hides-media-by.ts';
