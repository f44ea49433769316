import { usePreference } from '../../lib/use-preference.ts';

/** Return whether clips play with sound (true by default), and a setter. */
export const useClipSound = () => usePreference('rivalhold:clip-sound', true);

/** The way a browser plays a video: as requested, muted because the browser blocks sound, or only after a press. */
type PlayResult = 'sounding' | 'silenced' | 'refused';

const isRefusal = (thrown: unknown) => thrown instanceof DOMException && thrown.name === 'NotAllowedError';

/**
 * Play a video, with sound if `sound` is set and the browser allows it, otherwise muted. Return null if the video was
 * stopped before it started, or if it cannot be played. A video that cannot be played also emits an `error` event.
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
