export { saveQuestLayout } from './quest-layout.ts';
