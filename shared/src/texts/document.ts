/** A section of a text page. `points` is a bullet list below the paragraphs. */
export type TextSection = { title: string; paragraphs: readonly string[]; points?: readonly string[] };
/** A text page, such as the terms of service. */
export type TextDocument = { title: string; lead: string; sections: readonly TextSection[] };
