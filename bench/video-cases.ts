import { createVideo } from '../server/src/features/attachments/testing.ts';

const SECONDS = 60;
const RATE = 10;
const BYTES = 24 * 2 ** 20;

/** Videos of nearly 25 MB, of few large frames and of very many small ones. */
export const VIDEO_CASES: readonly { name: string; make: () => Promise<Buffer> }[] = [
  ...(['mp4', 'mov', 'webm'] as const).map((container) => ({
    name: `Video, ${container}`,
    make: () =>
      createVideo({
        container,
        sound: true,
        headerLast: true,
        seconds: SECONDS,
        frameBytes: Math.floor(BYTES / (SECONDS * RATE)),
      }),
  })),
  {
    name: 'Video, mp4 of 300,000 frames',
    make: () => createVideo({ container: 'mp4', seconds: 30_000, stretch: 0.1, frameBytes: 60 }),
  },
];
