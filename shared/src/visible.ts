const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows anything: neither spaces, nor characters that take no room. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
