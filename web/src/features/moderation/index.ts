export { mute, mutesQuery } from './api.ts';
export { DurationField } from './components/duration-field.tsx';
export {
  SanctionNote as Stands,
  useActiveSanctionByName as useStandsOf,
} from './components/sanction-note.tsx';
export { type Until, UntilField } from './components/until-field.tsx';
export { oneWeekFromNow as inAWeek, parseLocalInput as fromLocal } from './until.ts';
