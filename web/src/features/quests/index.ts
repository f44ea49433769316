export { expectQuests } from './expected.ts';
