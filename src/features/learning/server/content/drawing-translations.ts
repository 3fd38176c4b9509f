import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { getTextDirection, formattingTag } from '#platform/shared/locale.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import type { ContentErrors } from './content-errors.ts';
import { parseYaml } from './markdown.ts';

/** Translations of the English texts in each drawing, by file name. */
const DrawingTranslations = z.record(z.string(), z.record(z.string(), z.string().min(1)));
type DrawingTranslations = z.output<typeof DrawingTranslations>;

/** Text elements are matched with a pattern, because nested elements are not allowed in them. */
export const svgTextPattern = /<text\b([^>]*)>([^<]*)<\/text>/g;

/** Whether the text needs no translation: only numbers, signs and unit symbols. */
export function isSymbolsOnly(text: string): boolean {
  return !/\p{L}/u.test(text.replaceAll(/(?<!\p{L})(?:m|min|h|bar|kg|L)(?!\p{L})/gu, ''));
}

/** Reads the translations of a course's drawings and reports missing and unused ones. */
export function readDrawingTranslations(
  root: string,
  folder: string,
  culture: Culture,
  errors: ContentErrors,
): DrawingTranslations {
  if (culture === 'en-US') return {};
  const path = join(folder, culture, 'drawings.yaml');
  const file = relative(root, path);
  const yaml = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const translations = yaml === '' ? {} : parseYaml({ file, errors }, yaml, DrawingTranslations);
  if (!translations) return {};
  const media = join(folder, 'media');
  const drawings = (existsSync(media) ? readdirSync(media) : []).filter((name) => /^[\w-]+\.svg$/.test(name));
  for (const name of new Set([...drawings, ...Object.keys(translations)])) {
    const line = findLine(yaml, name);
    if (!drawings.includes(name)) {
      errors.add(file, line, `unknown drawing ${name}`);
      continue;
    }
    const drawn = new Set(
      Array.from(readFileSync(join(media, name), 'utf8').matchAll(svgTextPattern), ([, , text = '']) => text),
    );
    const own = translations[name] ?? {};
    for (const text of drawn)
      if (!isSymbolsOnly(text) && own[text] === undefined)
        errors.add(file, line, `“${text}” in ${name} is not translated`);
    for (const text of Object.keys(own))
      if (!drawn.has(text)) errors.add(file, line, `“${text}” does not occur in ${name}`);
  }
  return translations;
}

function findLine(yaml: string, name: string): number {
  const index = yaml.split('\n').findIndex((line) => line.startsWith(`${name}:`));
  return Math.max(index, 0) + 1;
}

/**
 * Replaces the texts of a drawing. The drawing is not mirrored for right-to-left languages; only its texts change
 * direction.
 */
export function translateDrawing(svg: string, translations: Record<string, string>, culture: Culture): string {
  if (culture === 'en-US') return svg;
  return svg.replaceAll(svgTextPattern, (_whole, attributes: string, text: string) => {
    const own = translations[text];
    const shown = own === undefined ? localizeNumbers(text, culture) : escapeXml(own);
    const isMirrored = getTextDirection(culture) === 'rtl' && /\p{L}/u.test(shown.replaceAll(/\p{Script=Latin}/gu, ''));
    return `<text${isMirrored ? toRightToLeft(attributes) : attributes}>${shown}</text>`;
  });
}

/** Swaps the text anchor, because right-to-left text starts at its right end and would otherwise move. */
function toRightToLeft(attributes: string): string {
  const anchor = / text-anchor="(\w+)"/.exec(attributes)?.[1] ?? 'start';
  const mirrored = { start: 'end', end: 'start' }[anchor] ?? anchor;
  return `${attributes.replace(/ text-anchor="\w+"/, '')} text-anchor="${mirrored}" direction="rtl"`;
}

/** Localizes numbers such as 1.5 and 2,000; integers such as 030 and 10 stay unchanged. */
function localizeNumbers(text: string, culture: Culture): string {
  return text.replaceAll(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+/g, (number) => {
    const digits = number.split('.')[1]?.length ?? 0;
    return new Intl.NumberFormat(formattingTag(culture), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(Number(number.replaceAll(',', '')));
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
