import { installSystemPackages, which } from './system.ts';

/** Report whether this machine has ffmpeg, which converts videos. */
export const hasFfmpeg = (): boolean => which('ffmpeg') !== null;

/** Install ffmpeg if it is missing and the machine allows it. Return whether the machine has ffmpeg. */
export const ensureFfmpeg = (): boolean => hasFfmpeg() || (installSystemPackages(['ffmpeg']) && hasFfmpeg());
