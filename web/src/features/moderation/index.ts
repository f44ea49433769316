export { mute, mutesQuery } from './api.ts';
export { DurationField } from './components/duration-field.tsx';
export { Stands, useStandsOf } from './components/standing.tsx';
export { type Until, UntilField } from './components/until-field.tsx';
export { fromLocal, inAWeek } from './until.ts';
