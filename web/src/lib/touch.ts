/** Whether a keyboard would come over the screen with the focus in a text. */
export const isTouch = () => matchMedia('(pointer: coarse)').matches;
