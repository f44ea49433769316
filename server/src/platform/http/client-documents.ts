import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Brotli quality of documents that are sent once. */
export const FAST_QUALITY = 4;
/** Default Brotli quality. A higher quality saves little, and the first request has to wait for the compression. */
const BROTLI_QUALITY = 9;

export type ContentCoding = 'identity' | 'br' | 'gzip';
/** Returns a document in the given encoding. The document is compressed on first use. */
export type DocumentSender = (coding: ContentCoding) => Promise<Buffer>;

/** Return the `DocumentSender` of a document. Pass a lower Brotli quality for a document that is sent only once. */
export function createDocument(html: string, quality = BROTLI_QUALITY): DocumentSender {
  const identity = Buffer.from(html);
  const made = new Map<ContentCoding, Promise<Buffer>>();
  const codings = {
    identity: async () => identity,
    br: () => promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: () => promisify(gzip)(identity),
  };
  return (coding) => {
    const document = made.get(coding) ?? codings[coding]();
    made.set(coding, document);
    return document;
  };
}

/** Return the encoding for an Accept-Encoding header: Brotli, else gzip, else none. `q=0` excludes an encoding. */
export function bestCoding(accepted = ''): ContentCoding {
  const codings = accepted
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';', 1)[0]);
  return (['br', 'gzip'] as const).find((coding) => codings.includes(coding)) ?? 'identity';
}
