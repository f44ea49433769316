import { installSystemPackages, which } from './system.ts';

/** Return whether this machine can convert videos, which ffmpeg does. */
export const hasFfmpeg = (): boolean => which('ffmpeg') !== null;

/** Return whether this machine can convert videos, after installing ffmpeg where the machine allows it. */
export const ensureFfmpeg = (): boolean => hasFfmpeg() || (installSystemPackages(['ffmpeg']) && hasFfmpeg());
