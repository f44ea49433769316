import { usePreference } from '../../lib/use-preference.ts';

/** Whether clips are played with sound; on until somebody turns it off. */
export const useClipSound = () => usePreference('rivalhold:clip-sound', true);

/** What a browser lets a video do: play with sound, play without, or nothing before a press. */
type PlayResult = 'sounding' | 'silenced' | 'refused';

const isRefusal = (thrown: unknown) => thrown instanceof DOMException && thrown.name === 'NotAllowedError';

/**
 * Plays a video, with sound where that is wanted and the browser lets it, else without. Null where it was stopped
 * before it began, or cannot be played: an event says that.
 */
export async function playVideo(video: HTMLVideoElement, sound: boolean): Promise<PlayResult | null> {
  video.muted = !sound;
  try {
    await video.play();
    return 'sounding';
  } catch (thrown) {
    if (!isRefusal(thrown)) return null;
  }
  if (!sound) return 'refused';
  video.muted = true;
  return video.play().then(
    () => 'silenced' as const,
    (thrown: unknown) => (isRefusal(thrown) ? 'refused' : null),
  );
}
