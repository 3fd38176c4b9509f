import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Plugin } from 'vite';
import { minCompressedBytes } from '#platform/server/http/content-encoding.ts';

/** Fonts and pictures are compressed already. */
const compressibleFiles = '**/*.{js,mjs,css,svg,json,txt,wasm}';
/** One file per thread of zlib's pool. Compressing all files in parallel needs a context of several MB for each. */
const concurrency = 4;

const largeBytes = 60_000;

/**
 * Brotli 11 takes three times as long as 10 and saves 2 %, which matters for the few files of every page. For the 500 files
 * of messages, 10 would take 7 s of the first start and save 6 % of about 10 KB per page.
 */
const getBrotliQuality = (file: string, bytes: Buffer) =>
  file.endsWith('.json') ? 9 : bytes.length > largeBytes ? 11 : 10;

/** Windows fit the file, because most files have a few KB and allocating the default window for each takes longer than compressing it. */
const compressors = {
  br: (bytes: Buffer, file: string) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: getBrotliQuality(file, bytes),
        [constants.BROTLI_PARAM_LGWIN]: Math.min(
          Math.ceil(Math.log2(bytes.length)) + 1,
          constants.BROTLI_DEFAULT_WINDOW,
        ),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  zst: (bytes: Buffer) =>
    promisify(zstdCompress)(bytes, {
      params: { [constants.ZSTD_c_compressionLevel]: 12 },
      pledgedSrcSize: bytes.length,
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Compresses assets at build time, because compressing them for every request costs CPU. */
export function compressAssets(): Plugin {
  return {
    name: 'halocline:compress',
    apply: 'build',
    writeBundle: async ({ dir }) => compressFolder(join(dir ?? '', 'assets')),
  };
}

/** Writes compressed copies next to the files of a folder and its subfolders. */
export async function compressFolder(folder: string): Promise<void> {
  const names = globSync(compressibleFiles, { cwd: folder });
  const compressNext = async (): Promise<void> => {
    const name = names.pop();
    if (name === undefined) return;
    await compressFile(join(folder, name));
    return compressNext();
  };
  await Promise.all(Array.from({ length: concurrency }, compressNext));
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < minCompressedBytes) return;
  for (const [extension, compress] of Object.entries(compressors))
    await writeFile(`${file}.${extension}`, await compress(bytes, file));
}
