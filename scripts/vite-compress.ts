import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compresses assets at build time, because compressing them for every request costs CPU. */
export function compressAssets(): Plugin {
  return {
    name: 'halocline:compress',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = join(dir ?? '', 'assets');
      for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg|json)$/.test(file))) {
        const file = join(folder, name);
        const bytes = readFileSync(file);
        if (bytes.length < 1_024) continue;
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
      }
    },
  };
}
