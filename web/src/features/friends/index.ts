export { friendshipsQuery, incomingQuery } from './api.ts';
export { RequestButtons } from './components/request-buttons.tsx';
