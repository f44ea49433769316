import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg|html|json|txt|webmanifest)$/;
const MIN_SIZE_BYTES = 1024;

/**
 * Write a `.br` and a `.gz` version next to each text file of at least 1 KiB in the build, so that the server does not
 * have to compress it.
 */
export function precompress(): Plugin {
  return {
    name: 'rivalhold:precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter((file) => COMPRESSIBLE.test(file.fileName));
        for (const file of files) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (source.length < MIN_SIZE_BYTES) continue;
          const [br, gz] = await Promise.all([
            promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
            promisify(gzip)(source, { level: 9 }),
          ]);
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz });
        }
      },
    },
  };
}
