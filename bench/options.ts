import { parseArgs } from 'node:util';

/** `--quick` runs a shortened form and writes no file; `--fights` is how many the simulation has for each figure. */
const options = { quick: { type: 'boolean' }, fights: { type: 'string', default: '20000' } } as const;
export const { values, positionals } = parseArgs({ allowPositionals: true, options });

/** Return a number of rounds, calls or seconds, or the smaller one of the shortened form. */
export const unlessQuick = (full: number, short: number): number => (values.quick ? short : full);

/** Produces lines of a section of docs/measurements.md; none if the machine lacks what it needs. */
export type Measurement = () => Promise<string[]>;
