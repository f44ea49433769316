import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';

/** Codecs that all current browsers can play in the containers that the site stores. */
const PLAYABLE = ['avc', 'vp8', 'vp9', 'aac', 'mp3', 'opus', 'vorbis', 'flac'];
/**
 * H.264 codec strings of the profiles Baseline, Main, Extended and High. Videos with these profiles have 8 bits per
 * sample and subsampled colors.
 */
const PLAYABLE_AVC = /^avc[13]\.(42|4d|58|64)/i;

/** Names of codecs for messages to players. The keys are Mediabunny's names of the codecs. */
const NAMES: Record<string, string> = {
  avc: '10-bit or 4:2:2 H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  prores: 'ProRes',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
};
/** Names of codecs for messages to players, each with a pattern for the four-character code in the file. */
const NAMES_IN_FILES: [RegExp, string][] = [
  [/^(hvc1|hev1|dvh1|dvhe)$/, 'HEVC'],
  [/^(av01|dav1)$/, 'AV1'],
  [/^ap(c[hnso]|4[hx])$/, 'ProRes'],
  [/^(mp4v|xvid|divx|dx50|3iv2|fmp4)$/i, 'MPEG-4 Part 2'],
  [/^[sh]263$/i, 'H.263'],
  [/^(jpeg|mjp[2ab]|avdj)$/, 'Motion JPEG'],
  [/^(mp2v|m2v1|mpeg|mx\dp|xdv.)$/, 'MPEG-2'],
  [/^dv/i, 'DV'],
  [/^avd[nh]$/i, 'DNxHD'],
  [/^alac$/, 'ALAC'],
  [/^apac$/, 'APAC'],
  [/^sa(mr|wb|wp)$/, 'AMR'],
  [/^ac-[34]$/, 'AC-3'],
  [/^ec-3$/, 'E-AC-3'],
  [/^dts/i, 'DTS'],
  [/^(sowt|twos|[il]pcm|raw |none|in24|in32|fl32|fl64|fpcm)$/i, 'PCM'],
];

/** Report whether all current browsers can play a track. */
export async function isPlayable(track: InputVideoTrack | InputAudioTrack): Promise<boolean> {
  const codec = await track.getCodec();
  if (codec === null || !PLAYABLE.includes(codec)) return false;
  return codec !== 'avc' || PLAYABLE_AVC.test((await track.getCodecParameterString()) ?? '');
}

/** Return the name of a track's codec for messages to players. */
export async function codecName(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const codec = await track.getCodec();
  if (codec?.startsWith('pcm-')) return 'PCM';
  const inFile = await track.getInternalCodecId();
  const id = typeof inFile === 'string' ? inFile.trim() : '';
  const known = NAMES[codec ?? ''] ?? NAMES_IN_FILES.find(([pattern]) => pattern.test(id))?.[1];
  // Accept only plain characters, because an unknown identifier is copied from the file, where it can be any text.
  return known ?? codec?.toUpperCase() ?? (/^[\w-]{3,8}$/.test(id) ? id : 'unknown');
}
