import { SaxesParser } from 'saxes';
import { DiveFileError, type ReadWarning } from './dive-file.ts';
import { limits } from './limits.ts';
import { parseNumber, parseText } from './parse-values.ts';
import { decodeChunks } from './text-encoding.ts';
import { addWarning } from './warnings.ts';

/** Names are in lower case and without namespace prefix, because programs write both differently. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

interface XmlSource {
  bytes: Uint8Array;
  warnings: ReadWarning[];
}

const maxDepth = 64;
/** Attributes take as much as one or two other elements. */
const maxElementsInMemory = 400_000;
const maxElements = 6_000_000;
const maxAttributes = 100;
/** About 4 MB of text, comment or attribute without a tag. */
const maxChunksWithoutTag = 16;
/** V8 copies shorter texts. */
const minSlicedLength = 13;
// The XML standard excludes these characters, and some programs write them in notes.
// oxlint-disable-next-line no-control-regex
export const forbiddenCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Most elements have neither, and a long dive has hundreds of thousands of elements. */
const noAttributes: XmlElement['attributes'] = Object.freeze(Object.create(null) as Record<string, string>);
const noChildren: XmlElement[] = [];

/**
 * Parses a file strictly and passes each element called `recordName` to `onRecord` when it ends, so that only one dive is
 * in memory at a time. Returns the root without these elements. Entities other than the predefined ones are errors, and
 * so is a document type that defines any; a bare document type is ignored and never loaded.
 */
export function readXml(
  { bytes, warnings }: XmlSource,
  recordName: string | null = null,
  onRecord: (element: XmlElement, root: XmlElement) => void = () => undefined,
): XmlElement {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let recordDepth = 0;
  let inMemory = 0;
  let inRecord = 0;
  let total = 0;
  let records = 0;
  parser.on('error', (error) => {
    throw new DiveFileError('malformed', `the XML is not well-formed: ${error.message.slice(0, 200)}`);
  });
  parser.on('doctype', rejectDefinitions);
  let attributeCount = 0;
  let chunksWithoutTag = 0;
  parser.on('attribute', () => {
    if (++attributeCount > maxAttributes) throw new DiveFileError('too-large', 'the XML has too many attributes');
  });
  parser.on('opentag', ({ name, attributes: own }) => {
    const weight = attributeCount === 0 ? 1 : attributeCount < 3 ? 2 : 3;
    const attributes = attributeCount === 0 ? noAttributes : own;
    for (const key in own) own[key] = detach(own[key] ?? '');
    attributeCount = 0;
    chunksWithoutTag = 0;
    const element = { name: toLocalName(name), attributes, children: noChildren, text: '' };
    const isRecord = recordDepth === 0 && root !== undefined && element.name === recordName;
    if (recordDepth > 0 || isRecord) inRecord += weight;
    else inMemory += weight;
    if (open.length >= maxDepth) throw new DiveFileError('too-large', 'the XML is nested too deeply');
    if (inMemory + inRecord > maxElementsInMemory || ++total > maxElements)
      throw new DiveFileError('too-large', 'the XML has too many elements');
    const parent = open.at(-1);
    if (!isRecord && parent !== undefined) {
      if (parent.children === noChildren) parent.children = [element];
      else parent.children.push(element);
    }
    root ??= element;
    open.push(element);
    if (isRecord) recordDepth = open.length;
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) element.text = detach(element.text);
    if (element === undefined || root === undefined || recordDepth !== open.length + 1) return;
    recordDepth = 0;
    inRecord = 0;
    if (++records > limits.dives) throw new DiveFileError('too-large', `the file has more than ${limits.dives} dives`);
    onRecord(element, root);
  });
  let isStarted = false;
  let rest = '';
  for (const chunk of decodeChunks(bytes, warnings)) {
    if (++chunksWithoutTag > maxChunksWithoutTag) throw new DiveFileError('too-large', 'the XML has too long a text');
    // Some programs write an empty line before the declaration.
    const text: string = rest + (isStarted ? chunk : chunk.trimStart());
    isStarted ||= text !== '';
    // A reference can continue in the next chunk.
    rest = /&#?[\da-fx]{0,20}$/i.exec(text)?.[0] ?? '';
    parser.write(cleanReferences(cleanText(text.slice(0, text.length - rest.length), warnings), warnings));
  }
  parser.write(rest);
  parser.close();
  if (root === undefined) throw new DiveFileError('malformed', 'the XML has no root element');
  return root;
}

/**
 * A copy of a long text. V8 keeps such a text as a reference into the piece of the file that it was cut from, so that one
 * date of each dive would keep the whole file in memory a second time.
 */
function detach(text: string): string {
  return text.length < minSlicedLength ? text : ` ${text}`.slice(1);
}

function rejectDefinitions(doctype: string): void {
  if (doctype.includes('[')) throw new DiveFileError('document-type', 'the XML has a document type with definitions');
}

/** Replaces characters that XML excludes, in tables too. */
export function cleanText(text: string, warnings: ReadWarning[]): string {
  const cleaned = text.replaceAll(forbiddenCharacters, ' ');
  if (cleaned !== text) addWarning(warnings, 'text', 'control-characters');
  return cleaned;
}

/** References to characters that XML excludes, such as `&#x1F;`, which some programs write for those in their notes. */
function cleanReferences(text: string, warnings: ReadWarning[]): string {
  return text.replaceAll(/&#(?:x([\da-f]{1,20})|(\d{1,20}));/gi, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (isXmlCharacter(code)) return reference;
    addWarning(warnings, 'text', 'control-characters');
    return ' ';
  });
}

function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd8_00 || (code > 0xdf_ff && code < 0xff_fe) || (code > 0xff_ff && code <= 0x10_ff_ff);
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

export function findChild(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce((found, name) => found?.children.find((child) => child.name === name), element);
}

export function listChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Warns of children with a value that a reader has no place for, once for each name in a file. */
export function warnUnread(element: XmlElement | undefined, read: ReadonlySet<string>, warnings: ReadWarning[]): void {
  for (const child of element?.children ?? []) {
    if (read.has(child.name)) continue;
    const value = getText(child)?.replaceAll('\n', ', ');
    if (value !== undefined && value !== '0') addWarning(warnings, child.name, 'column-ignored', value);
  }
}

/** Elements with one of the names at any depth. */
export function* listDescendants(element: XmlElement, names: ReadonlySet<string>): Generator<XmlElement> {
  for (const child of element.children) {
    if (names.has(child.name)) yield child;
    yield* listDescendants(child, names);
  }
}

/** The element's own text and that of its children, cut at the limit. */
export function getText(element: XmlElement | undefined): string | null {
  if (element === undefined) return null;
  const parts = [element.text, ...element.children.map((child) => getText(child) ?? '')];
  return parseText(
    parts
      .filter((part) => part.trim() !== '')
      .join('\n')
      // Enough for a warning to show what is too long.
      .slice(0, limits.textLength + limits.nameLength),
  );
}

export function getChildText(element: XmlElement | undefined, ...names: readonly string[]): string | null {
  return getText(findChild(element, ...names));
}

export function getChildNumber(element: XmlElement | undefined, ...names: readonly string[]): number | null {
  return parseNumber(findChild(element, ...names)?.text);
}
