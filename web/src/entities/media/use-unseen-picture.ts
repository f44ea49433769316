import { type SyntheticEvent, useState } from 'react';

/** Return whether the browser plays a video without its picture, because it lacks the codec; `handlers` go on the video. */
export function useUnseenPicture() {
  const [isUnseen, setIsUnseen] = useState(false);
  const check = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) =>
    setIsUnseen(currentTarget.videoWidth === 0);
  return { isUnseen, handlers: { onLoadedData: check, onPlaying: check } };
}
