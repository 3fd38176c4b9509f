import { cleanText } from './dive-writer.ts';

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
  '\r': '&#13;',
};

function escapeText(text: string): string {
  return cleanText(text).replaceAll(/[&<>\r]/g, (character) => references[character] ?? '');
}

/** Readers turn line ends and tabs of an attribute into spaces unless they are references. */
function escapeAttribute(text: string): string {
  return cleanText(text)
    .replaceAll(/[&<>'"\r]/g, (character) => references[character] ?? '')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
}

type XmlAttributes = Readonly<Record<string, string | null>>;

function openTag(name: string, attributes: XmlAttributes): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : ` ${key}="${escapeAttribute(value)}"`,
  );
  return `<${name}${pairs.join('')}`;
}

/** An element with text; an empty string without any. */
export function writeText(name: string, text: string | null, attributes: XmlAttributes = {}): string {
  return text === null ? '' : `${openTag(name, attributes)}>${escapeText(text)}</${name}>`;
}

/** An element with elements that are written already. */
export function writeElement(name: string, attributes: XmlAttributes, ...children: readonly string[]): string {
  const content = children.join('');
  return content === '' ? `${openTag(name, attributes)}/>` : `${openTag(name, attributes)}>${content}</${name}>`;
}
