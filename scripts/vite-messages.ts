import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { locales } from '#platform/shared/locale.ts';

const messagesFile = /\/messages\/[a-z]{2}-[A-Z]{2}\.json$/;
/** Email texts are rendered by the server, so they are left out of the web messages. */
const mailKeyPattern = /\.mail\..+\.(subject|body|action)$/;

const root = join(import.meta.dirname, '..');

/** Compiles message files to parsed messages. Keys missing in a language fall back to en-US. */
export function compileMessages(): Plugin {
  return {
    name: 'halocline:messages',
    enforce: 'pre',
    config: () => ({ define: { messagesFolder: JSON.stringify(`/${folder}`) } }),
    buildStart() {
      if (this.environment.mode !== 'build' || this.environment.config.consumer === 'server') return;
      // Message files are emitted explicitly because pages compute their URLs and no module imports them.
      for (const messageFolder of messageFolders)
        for (const locale of locales) {
          const file = join(root, messageFolder, `${locale}.json`);
          const fileName = messagesFileName(file);
          if (fileName === null) continue;
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(compileFile(file)) });
        }
    },
    load(id) {
      const [file = ''] = id.split('?');
      if (!messagesFile.test(file)) return null;
      const source = join(dirname(file), 'en-US.json');
      if (existsSync(source)) this.addWatchFile(source);
      return { code: `export default ${JSON.stringify(compileFile(file))}`, moduleType: 'js' };
    },
  };
}

function compileFile(file: string): Record<string, unknown> {
  const messages = { ...readJson(join(dirname(file), 'en-US.json')), ...readJson(file) };
  const shown = Object.entries(messages).filter(([key]) => !mailKeyPattern.test(key));
  return Object.fromEntries(shown.map(([key, text]) => [key, parse(text)]));
}

const sources = globSync('src/**/messages/*.json', { cwd: root })
  .toSorted()
  .map((file) => join(root, file));
const messageFolders = globSync('src/**/messages', { cwd: root });
/** Covers all message files and this compiler. */
const messagesHash = createHash('sha256');
for (const file of [...sources, import.meta.filename]) messagesHash.update(readFileSync(file));
const folder = `assets/messages-${messagesHash.digest('hex').slice(0, 8)}`;

/** All message files share one hash in the folder name, so pages need no list of file names. */
function messagesFileName(module: string | null): string | null {
  const [, feature, locale] = /\/([\w-]+)(?:\/shared)?\/messages\/([\w-]+)\.json$/.exec(module ?? '') ?? [];
  return feature === undefined ? null : `${folder}/${feature}.${locale}.json`;
}

function readJson(file: string): Record<string, string> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}
