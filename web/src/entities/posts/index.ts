export { FEED_KEY } from './feed-key.ts';
