import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { createVideo } from '../server/src/features/attachments/testing.ts';
import { drawCard } from '../server/src/features/combat/card.ts';
import { mediaPath } from '../server/src/testing/images.ts';
import { exampleFight } from '../shared/src/fights/example.ts';
import { type Figure, figures, type Measurement, percentile, unlessQuick } from './report.ts';
import { openSite, startDemoSite, temporaryFolder } from './site.ts';

/**
 * Measure the start-up time with the embedded database, in seconds. The first start creates the demo world, and the
 * second uses the existing data.
 */
export const startup: Measurement = async () => {
  const folder = { DATA_DIR: temporaryFolder() };
  const rows: Figure[] = [];
  for (const [name, most] of [
    ['an empty', 8],
    ['an existing', 3],
  ] as const) {
    const since = performance.now();
    const server = await startDemoSite(folder);
    rows.push([`start with ${name} data folder, s`, (performance.now() - since) / 1_000, most]);
    await server.stop();
  }
  return figures(rows);
};

/** Measure how long it takes to draw the card of a fight. A site caches the cards, but this measurement does not. */
export const cards: Measurement = async () => {
  const { setup } = exampleFight();
  const { attacker, defender } = setup;
  const exchange = { kind: 'exchange', attacker: null, defender: null } as const;
  const times: number[] = [];
  for (let id = 1; id <= unlessQuick(100, 10); id++) {
    const inputs = Array.from({ length: id % 20 }, () => exchange);
    const since = performance.now();
    await drawCard({
      ...{ id, attacker, defender, attackerAvatarUrl: null, defenderAvatarUrl: null, inputs },
      ...{ rulesVersion: setup.rulesVersion, ranked: false, nonces: { attacker: '', defender: '' } },
      ...{ seedHash: '', inputsHash: '', seed: '', winnerId: attacker.id, rewards: null },
      ...{ attackerHP: 1 + (id % 90), defenderHP: 0 },
      ...{ createdAt: new Date(0).toISOString(), endedAt: new Date(0).toISOString() },
    });
    times.push(performance.now() - since);
  }
  return figures([['ms for drawing the card of a fight, p99', percentile(times, 0.99), 150]]);
};

const frames = (side: number, count: number, pixels: Buffer) =>
  sharp(pixels, {
    raw: { width: side, height: side * count, channels: 3, pageHeight: side },
    limitInputPixels: false,
  });
/** Noise, which no format can compress. */
const noise = (side: number, count = 1) =>
  frames(side, count, randomFillSync(Buffer.alloc(side * side * count * 3)));
const flat = (count: number) =>
  Buffer.concat(Array.from({ length: count }, (_, frame) => Buffer.alloc(3_000_000, frame)));
const blank = () => sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: '#345a' } });
const video = { sound: true, headerLast: true, seconds: 60, frameBytes: Math.floor((24 * 2 ** 20) / 600) };

/** Images and videos of 24 MB (the limit is 25 MB), and small files that are large when they are decoded. */
const FILES: Record<string, () => Promise<Buffer>> = {
  'PNG, noise, interlaced': () => noise(2_814).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
  'JPEG, noise, progressive': () => noise(5_999).jpeg({ quality: 85, progressive: true }).toBuffer(),
  'GIF, 60 frames of noise': () => noise(551, 60).gif({ effort: 1, dither: 0 }).toBuffer(),
  'PNG, 49 megapixels': () => blank().png().toBuffer(),
  'PNG, 49 megapixels, interlaced': () => blank().png({ progressive: true }).toBuffer(),
  'JPEG, 30 megapixels, progressive, full colors': async () =>
    readFileSync(mediaPath('prog444-6000x5000.jpg')),
  'WebP, 49 megapixels, lossless': () => blank().webp({ lossless: true, effort: 0 }).toBuffer(),
  'GIF, 40 frames of a megapixel': () => frames(1_000, 40, flat(40)).gif({ effort: 1 }).toBuffer(),
  'Video, mp4': () => createVideo({ ...video, container: 'mp4' }),
  'Video, webm': () => createVideo({ ...video, container: 'webm' }),
  'Video, 300,000 frames': () =>
    createVideo({ container: 'mp4', seconds: 30_000, stretch: 0.1, frameBytes: 60 }),
  'Video, HEVC of 3840 by 2160, converted': () => createHevc(),
};

/** Return an HEVC video of 8 s with a test picture and noise, at the bit rate of a phone. */
async function createHevc(): Promise<Buffer> {
  const file = join(tmpdir(), `rivalhold-hevc-${process.pid}.mov`);
  const source = '-f lavfi -i testsrc2=s=3840x2160:r=30:d=8,noise=alls=12:allf=t -f lavfi -i sine=d=8';
  const codec = '-c:v libx265 -preset ultrafast -b:v 23M -tag:v hvc1 -c:a aac -y';
  await promisify(execFile)('ffmpeg', `-loglevel error ${source} ${codec} ${file}`.split(' '));
  const bytes = readFileSync(file);
  rmSync(file);
  return bytes;
}

/**
 * Measure the memory of the server and its decoder during concurrent uploads. The limit is higher for a video that the
 * server converts, because a conversion needs an additional process. Only one conversion runs at a time.
 */
export const uploads: Measurement = async () => {
  const rows: Figure[] = [];
  const signedIn = unlessQuick(20, 2);
  for (const [name, make] of Object.entries(FILES)) {
    const file = await make();
    // Start a new server for each file, because memory left by an earlier file would distort the idle value.
    const { url, pid, headers, stop } = await openSite('embedded', { players: signedIn, signedIn });
    await sleep(3_000);
    const idle = memoryOf(pid);
    let peak = idle;
    const timer = setInterval(() => {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      const used = children.reduce((sum, child) => sum + memoryOf(Number(child)), memoryOf(pid));
      peak = Math.max(peak, used);
    }, 100);
    const statuses = new Set(await Promise.all(headers.map((each) => upload(url, each, file))));
    clearInterval(timer);
    await stop();
    const most = /converted$/.test(name) ? 400 : 250;
    const size = (file.length / 2 ** 20).toFixed(1);
    rows.push([`${name}: ${size} MB, ${[...statuses].join(', ')}`, peak - idle, most]);
  }
  const about = `${signedIn} concurrent uploads on the embedded database: memory of server and decoder above idle, in MB.`;
  return [about, '', ...figures(rows)];
};

/**
 * Return the proportional set size (PSS) of a process in MB. In a sum over processes, PSS counts shared memory only
 * once. Return 0 if the process has ended. This works only on Linux.
 */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function upload(url: string, headers: Record<string, string>, file: Buffer): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'me');
  return (await fetch(`${url}/api/dm-attachments`, { method: 'POST', headers, body })).status;
}
