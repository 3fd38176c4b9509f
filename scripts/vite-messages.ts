import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const messagesFile = /\/messages\/[a-z]{2}-[A-Z]{2}\.json$/;

/** Turns message files into parsed messages; a key that a language does not have yet is taken from en-US. */
export function compileMessages(): Plugin {
  return {
    name: 'halocline:messages',
    enforce: 'pre',
    load(id) {
      const [file = ''] = id.split('?');
      if (!messagesFile.test(file)) return null;
      const source = join(dirname(file), 'en-US.json');
      if (existsSync(source)) this.addWatchFile(source);
      const messages = { ...readJson(source), ...readJson(file) };
      const compiled = Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, parse(text)]));
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`, moduleType: 'js' };
    },
  };
}

function readJson(file: string): Record<string, string> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}
