/** A page of running text: sections with a title, paragraphs and lists. */
export type TextSection = { title: string; paragraphs: readonly string[]; points?: readonly string[] };
export type TextDocument = { title: string; lead: string; sections: readonly TextSection[] };
