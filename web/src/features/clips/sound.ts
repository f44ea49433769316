import { usePreference } from '../../lib/use-preference.ts';

/** Return and set whether clips play with sound; on by default. */
export const useClipSound = () => usePreference('rivalhold:clip-sound', true);

/** How a browser plays a video: with sound, muted, or not without a press. */
type PlayResult = 'sounding' | 'silenced' | 'refused';

const isRefusal = (thrown: unknown) => thrown instanceof DOMException && thrown.name === 'NotAllowedError';

/**
 * Play a video with sound if wanted and allowed by the browser, else muted. Return null if it was stopped before it
 * started or cannot be played; the latter is reported by an event.
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
