import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Manifest, Plugin } from 'vite';

/** Adds the screens that share a file with other modules to the manifest. Vite lists only those with a file of their own. */
export function addScreensToManifest(): Plugin {
  let root = '';
  return {
    name: 'halocline:manifest',
    configResolved: (config) => void ({ root } = config),
    async writeBundle({ dir }, bundle) {
      const file = join(dir ?? '', '.vite/manifest.json');
      const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
      const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
      for (const output of Object.values(bundle)) {
        const chunk = chunks.get(output.fileName);
        if (output.type !== 'chunk' || chunk === undefined) continue;
        for (const id of output.moduleIds)
          if ((this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0) manifest[relative(root, id)] ??= chunk;
      }
      await writeFile(file, JSON.stringify(manifest));
    },
  };
}
