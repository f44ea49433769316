/** Key code of every key that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Report whether a key press belongs to an input method that composes a word. Safari ends the composition before the
 * Enter that confirms it, and shows that only by the key code.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY_CODE;
