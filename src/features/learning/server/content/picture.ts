import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Picture } from '#features/learning/shared/content.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { svgTextPattern, translateDrawing } from './drawing-translations.ts';
import type { ContentErrors } from './content-errors.ts';

/** The media folder of a course, with the drawing translations of one language. */
export interface Media {
  /** Base of the paths in error messages. */
  root: string;
  folder: string;
  culture: Culture;
  translations: Record<string, Record<string, string>>;
}

/** Drawings are inlined into the page, so only these elements and attributes are allowed. */
const elements = new Set('svg g path circle ellipse rect line polyline polygon text'.split(' '));
const attributes = new Set(
  (
    'viewBox class d cx cy r rx ry x y x1 y1 x2 y2 width height points transform text-anchor stroke-dasharray ' +
    'stroke-width opacity xmlns'
  ).split(' '),
);
const classes = new Set('w w2 s f a af t tf c'.split(' '));

export function isPictureName(src: string): boolean {
  return /^[\w-]+\.svg$/.test(src);
}

/** Reads a drawing and translates its texts. A missing file is not an error. */
export function readPicture(media: Media, src: string, alt: string, errors: ContentErrors): Picture {
  const path = join(media.folder, src);
  if (!isPictureName(src) || !existsSync(path)) return { src, alt, svg: null };
  const text = blankComments(readFileSync(path, 'utf8'));
  for (const { line, problem } of findDisallowedSvg(text)) errors.add(relative(media.root, path), line, problem);
  return { src, alt, svg: translateDrawing(text.trim(), media.translations[src] ?? {}, media.culture) };
}

/** Replaces comments with spaces, so line numbers stay correct. */
function blankComments(text: string): string {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
  return text.replace(/^<\?xml[^>]*>/, blank).replaceAll(/<!--[\s\S]*?-->/g, blank);
}

const tags = /<(\/?)([^\s/>]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;

export function findDisallowedSvg(bare: string): { line: number; problem: string }[] {
  const problems: { line: number; problem: string }[] = [];
  const add = (index: number, problem: string) =>
    problems.push({ line: bare.slice(0, index).split('\n').length, problem });
  if (!/^\s*<svg[\s>]/.test(bare)) add(0, 'a picture must start with <svg>');
  if (!/<svg[^>]*\sviewBox="[\d. -]+"/.test(bare)) add(0, 'a picture needs a viewBox');
  if (/<svg[^>]*\s(width|height)=/.test(bare)) add(0, 'a picture must not set width or height');
  const stray = bare.replaceAll(tags, (tag) => ' '.repeat(tag.length)).search(/[<>]/);
  if (stray >= 0) add(stray, 'a tag is not closed');
  const nested = bare.replaceAll(svgTextPattern, (text) => ' '.repeat(text.length)).search(/<text\b/);
  if (nested >= 0) add(nested, 'a <text> may contain only text');
  for (const tag of bare.matchAll(tags)) {
    const [, , name = '', rest = ''] = tag;
    if (!elements.has(name)) add(tag.index, `<${name}> is not allowed in pictures`);
    for (const [, attribute = '', value = ''] of rest.matchAll(
      /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'[^']*'|[^\s>]+))?/g,
    )) {
      if (!attributes.has(attribute)) add(tag.index, `“${attribute}” is not allowed in pictures`);
      if (attribute === 'class' && !value.split(' ').every((className) => classes.has(className)))
        add(tag.index, `class “${value}” is not allowed in pictures`);
      if (attribute === 'xmlns' && value !== 'http://www.w3.org/2000/svg')
        add(tag.index, `xmlns “${value}” is not the SVG namespace`);
    }
  }
  return problems;
}
