import { createRequire } from 'node:module';
import type { Blockquote, List, ListItem, PhrasingContent, Root, RootContent, Table } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import { LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import type { Span, RichText } from '#features/learning/shared/content.ts';
import type { ContentErrors } from './content-errors.ts';

const load = createRequire(import.meta.url);
let parser: ReturnType<typeof createParser> | undefined;

/** The parser's 60 packages are loaded on first use, because courses usually come from the cache. */
function createParser() {
  const { unified } = load('unified') as typeof import('unified');
  const { default: parse } = load('remark-parse') as typeof import('remark-parse');
  const { default: gfm } = load('remark-gfm') as typeof import('remark-gfm');
  const { default: directive } = load('remark-directive') as typeof import('remark-directive');
  const { default: frontmatter } = load('remark-frontmatter') as typeof import('remark-frontmatter');
  return unified().use(parse).use(gfm).use(directive).use(frontmatter);
}

export interface SourceFile {
  /** Path as shown in error messages. */
  file: string;
  errors: ContentErrors;
  /** Collects the lessons that the text links to. */
  links?: { lesson: string; line: number | undefined }[];
}
export type { Blockquote, ContainerDirective, List, ListItem, Table };

/** Returns the front matter and the nodes of a Markdown file. */
export function parseMarkdown<Schema extends z.ZodType>(
  source: SourceFile,
  text: string,
  schema: Schema,
): { head: z.output<Schema> | null; nodes: RootContent[] } {
  parser ??= createParser();
  const root = parser.parse(text) as Root;
  const [first, ...nodes] = root.children;
  if (first?.type !== 'yaml') {
    source.errors.add(source.file, 1, 'the file must start with front matter between two lines of ---');
    return { head: null, nodes: root.children };
  }
  return { head: parseYaml(source, first.value, schema, 1), nodes };
}

/** Parses YAML with a schema and reports problems with their line. */
export function parseYaml<Schema extends z.ZodType>(
  { file, errors }: SourceFile,
  text: string,
  schema: Schema,
  linesBefore = 0,
): z.output<Schema> | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  for (const error of document.errors)
    errors.add(file, lines.linePos(error.pos[0]).line + linesBefore, error.message.split('\n')[0] ?? '');
  if (document.errors.length > 0) return null;
  const result = schema.safeParse(document.toJS());
  if (result.success) return result.data;
  const lineAt = (path: readonly PropertyKey[]): number => {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
    return path.length === 0 ? 1 : lineAt(path.slice(0, -1));
  };
  for (const issue of result.error.issues) {
    // Unknown keys are reported under their own name instead of their parent's.
    const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const path = unknown === undefined ? issue.path : [...issue.path, unknown];
    errors.add(file, lineAt(path) + linesBefore, `${path.join('.')}: ${issue.message}`);
  }
  return null;
}

export function getLine(node: { position?: { start: { line: number } } | undefined }): number | undefined {
  return node.position?.start.line;
}

/** Converts inline nodes to spans with emphasis and lesson links. */
export function readRichText(
  source: SourceFile,
  nodes: readonly PhrasingContent[],
  style: Omit<Span, 'text'> = {},
): RichText {
  const spans: RichText = nodes.flatMap((node): RichText => {
    switch (node.type) {
      case 'text': {
        return [{ text: node.value.replaceAll(/\s*\n\s*/g, ' '), ...style }];
      }
      case 'strong': {
        return readRichText(source, node.children, { ...style, isStrong: true });
      }
      case 'emphasis': {
        return readRichText(source, node.children, { ...style, isEmphasis: true });
      }
      case 'link': {
        const target = /^(?:\.\.\/([a-z0-9-]+)\/|\.?\/?)([a-z0-9-]+)\.md$/.exec(node.url);
        if (!target) {
          source.errors.add(
            source.file,
            getLine(node),
            `a link must point to another lesson (../section/lesson.md), not to “${node.url}”`,
          );
          return readRichText(source, node.children, style);
        }
        const lesson = `${target[1] ?? source.file.split('/').at(-2)}/${target[2]}`;
        source.links?.push({ lesson, line: getLine(node) });
        return readRichText(source, node.children, { ...style, lesson });
      }
      // remark-directive parses a colon before a letter or digit (10:30, "note:this") as a directive; it is restored as
      // text.
      case 'textDirective': {
        const rest = readRichText(source, node.children as PhrasingContent[], style);
        const label = rest.length === 0 ? [] : [{ text: '[', ...style }, ...rest, { text: ']', ...style }];
        return [{ text: `:${node.name}`, ...style }, ...label];
      }
      default: {
        source.errors.add(source.file, getLine(node), `“${node.type}” is not allowed in text`);
        return [];
      }
    }
  });
  return mergeSpans(spans);
}

/** Merges adjacent spans of the same style. */
function mergeSpans(spans: RichText): RichText {
  const result: RichText = [];
  for (const span of spans) {
    const last = result.at(-1);
    const isSame =
      last !== undefined &&
      last.isStrong === span.isStrong &&
      last.isEmphasis === span.isEmphasis &&
      last.lesson === span.lesson;
    if (isSame) last.text += span.text;
    else result.push({ ...span });
  }
  return result;
}

export function toPlainText(spans: RichText): string {
  return spans.map(({ text }) => text).join('');
}
