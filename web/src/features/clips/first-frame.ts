/** Maximum width and height (px) of the captured frame. */
const MAX_SIDE_PX = 640;
/** Time limit (ms) for each step: loading the video, and seeking. */
const TIMEOUT_MS = 6_000;
/** Position (s) of the captured frame. It is not 0, because the first frame is often black. */
const SEEK_TO_S = 0.1;

/**
 * Capture a frame near the start of a video as a JPEG, or return null if that fails, for example because this browser
 * cannot play the video. Never throws.
 */
export async function captureFirstFrame(url: string): Promise<Blob | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const loaded = waitForEvent(video, 'loadeddata');
    video.src = url;
    await loaded;
    const moved = waitForEvent(video, 'seeked');
    video.currentTime = SEEK_TO_S;
    await moved;
    return await drawFrame(video);
  } catch {
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function waitForEvent(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(event)), TIMEOUT_MS);
    const done = (end: () => void) => () => {
      clearTimeout(timer);
      end();
    };
    video.addEventListener(event, done(resolve), { once: true });
    video.addEventListener(
      'error',
      done(() => reject(new Error(event))),
      { once: true },
    );
  });
}

function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  if (video.videoWidth === 0) return Promise.resolve(null);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82));
}
