import { SaxesParser, type SaxesTagNS } from 'saxes';

/**
 * An element of a manifest. Namespace prefixes are dropped, because packages use them inconsistently and local names
 * are unique enough.
 */
export interface XmlElement {
  name: string;
  namespace: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
}

const maxDepth = 100;
const maxElements = 50_000;

/** Parses XML strictly. Document types are rejected, because manifests need no entities and attacks do. */
export function parseXml(bytes: Buffer): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('document types are not allowed');
  });
  parser.on('opentag', (tag) => {
    const element = toElement(tag);
    if (open.length >= maxDepth || ++count > maxElements)
      throw new Error('the document is too large or too deeply nested');
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(decode(bytes)).close();
  if (root === undefined) throw new Error('the document is empty');
  return root;
}

function toElement({ local, uri, attributes }: SaxesTagNS): XmlElement {
  const pairs = Object.values(attributes).map(
    (attribute) =>
      [attribute.prefix === 'xml' ? attribute.name : attribute.local.toLowerCase(), attribute.value] as const,
  );
  return { name: local.toLowerCase(), namespace: uri, attributes: new Map(pairs), children: [], text: '' };
}

/** Detects the encoding by byte order mark, then by the XML declaration; defaults to UTF-8. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff;
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1];
  const encoding = isUtf16 === true ? 'utf-16be' : isUtf16 || declared || 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

export function getChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Returns the first element at a path of names. */
export function findElement(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  return names.reduce((found, name) => getChildren(found, name)[0], element);
}

/** Returns the element's own text with collapsed whitespace. */
export function getElementText(element: XmlElement | undefined): string {
  return element?.text.replaceAll(/\s+/g, ' ').trim() ?? '';
}
