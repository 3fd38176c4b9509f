import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFontFiles } from './font-files.ts';
import type { Locale } from '#platform/shared/locale.ts';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

interface PageFiles {
  scripts: string[];
  styles: string[];
}

/** About 60 pages in three languages. */
const maxCachedMessageFiles = 100;

/** The files that the web build made. */
export interface PageAssets {
  html: string;
  /** Files that modules need in addition to those in the HTML. */
  listPageFiles: (sources: readonly (string | undefined)[]) => PageFiles;
  /** Fonts that nearly every page of a language needs. */
  listFonts: (locale: Locale) => string[];
  getMessagesUrl: (feature: string, locale: Locale) => string;
  loadMessages: (feature: string, locale: Locale) => Promise<Record<string, never>>;
}

export function readPageAssets(webFolder: string): PageAssets {
  const indexFile = join(webFolder, 'index.html');
  if (!existsSync(indexFile)) throw new Error('web app is not built: run npm run build');
  const html = readFileSync(indexFile, 'utf8');
  const manifest = JSON.parse(readFileSync(join(webFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const messagesFolder = readdirSync(join(webFolder, 'assets')).find((name) => name.startsWith('messages-'));
  const getMessagesUrl = (feature: string, locale: Locale) => `/assets/${messagesFolder}/${feature}.${locale}.json`;
  const messages = new Map<string, Promise<Record<string, never>>>();
  return {
    html,
    listPageFiles: createFileLists(manifest, html),
    listFonts: (locale) => listFontFiles(manifest, locale),
    getMessagesUrl,
    loadMessages(feature, locale) {
      const url = getMessagesUrl(feature, locale);
      const cached = messages.get(url) ?? readFile(join(webFolder, url), 'utf8').then((text) => JSON.parse(text));
      // The oldest entry is first, so the files used most recently stay.
      messages.delete(url);
      messages.set(url, cached);
      for (const oldest of messages.keys()) {
        if (messages.size <= maxCachedMessageFiles) break;
        messages.delete(oldest);
      }
      return cached;
    },
  };
}

function createFileLists(manifest: Record<string, Chunk>, html: string): PageAssets['listPageFiles'] {
  const lists = new Map<string, PageFiles>();
  const listOf = (source: string) => {
    const files = lists.get(source) ?? listFiles(manifest, source, html);
    lists.set(source, files);
    return files;
  };
  return (sources) => {
    const found = sources.filter((source) => source !== undefined).map(listOf);
    return {
      scripts: [...new Set(found.flatMap(({ scripts }) => scripts))],
      styles: [...new Set(found.flatMap(({ styles }) => styles))],
    };
  };
}

/** Styles of imported chunks come first, so that a screen's own styles can override them. */
function listFiles(manifest: Record<string, Chunk>, source: string, html: string): PageFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the web build`);
    const url = `/${chunk.file}`;
    if (scripts.has(url)) return;
    scripts.add(url);
    for (const next of chunk.imports ?? []) visit(next);
    for (const style of chunk.css ?? []) styles.add(`/${style}`);
  };
  visit(source);
  const isNew = (url: string) => !html.includes(`"${url}"`);
  return { scripts: [...scripts].filter(isNew), styles: [...styles].filter(isNew) };
}
