/** Key code of every key that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Report whether a key press belongs to an input method that is composing a word. Safari ends the composition before
 * the Enter key that confirms it, so only the key code of that press shows that it belongs to the input method.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY_CODE;
