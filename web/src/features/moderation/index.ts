export { mute, mutesQuery } from './api.ts';
export { DurationField } from './components/duration-field.tsx';
export {
  SanctionNote,
  useActiveSanctionByName,
} from './components/sanction-note.tsx';
export { type Until, UntilField } from './components/until-field.tsx';
export { oneWeekFromNow, parseLocalInput, toLocalInput } from './until.ts';
