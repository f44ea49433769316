const TYPES_WITHOUT_TEXT = [
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'range',
  'color',
  'image',
];

/** Report whether an element is a text field. On a touch screen, focusing it opens the on-screen keyboard. */
export const isTextField = (element: unknown): element is HTMLElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !TYPES_WITHOUT_TEXT.includes(element.type)) ||
  (element instanceof HTMLElement && element.isContentEditable);

/** Report whether an element is a text field or a select. */
export const isTextFieldOrSelect = (element: unknown): boolean =>
  isTextField(element) || element instanceof HTMLSelectElement;
