const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escape text for use in an HTML document, including attribute values. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Replace placeholders such as %SITE_URL% in a document with escaped texts. Unknown placeholders stay. */
export const fillPlaceholders = (html: string, texts: Record<string, string>): string =>
  html.replaceAll(/%([A-Z]+_[A-Z]+)%/g, (whole, name) => escapeHtml(texts[name] ?? whole));
