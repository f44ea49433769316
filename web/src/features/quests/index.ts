export { saveQuestLayout as expectQuests } from './quest-layout.ts';
