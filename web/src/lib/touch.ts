/** Report whether focusing a text field would open an on-screen keyboard. */
export const isTouch = () => matchMedia('(pointer: coarse)').matches;
