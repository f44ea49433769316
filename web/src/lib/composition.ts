/** Key code of every key that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Report whether a key press belongs to an input method that is composing a word. In Safari, the composition has
 * already ended when the browser reports the Enter key that confirms it. Only the key code then shows that the key
 * press belongs to the input method.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY_CODE;
