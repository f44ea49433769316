import { type SyntheticEvent, useState } from 'react';

/**
 * Detect a video that plays sound without a picture because the browser lacks the codec. Pass `handlers` to the video.
 */
export function useUnseenPicture() {
  const [isUnseen, setIsUnseen] = useState(false);
  const check = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) =>
    setIsUnseen(currentTarget.videoWidth === 0);
  return { isUnseen, handlers: { onLoadedData: check, onPlaying: check } };
}
