import { parseSync, Visitor, type ESTree } from 'vite';

/** Attributes and properties with text for people, also those of toasts, menus and tables. */
const readableNames =
  /^(aria-(label|description|roledescription|valuetext|placeholder|braillelabel)|alt|title|placeholder|label|text|description|heading|hint|caption|tagline)$|(Label|Text|Title)$/;
const letterPattern = /\p{L}/u;

interface Literal {
  text: string;
  at: number;
}

/** The possible texts of an expression: a literal, both sides of a condition, the fixed parts of a template. */
function listTexts(node: ESTree.Node | null): Literal[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value, at: node.start }] : [];
    case 'TemplateLiteral':
      return node.quasis.map((quasi) => ({ text: quasi.value.cooked ?? '', at: node.start }));
    case 'ConditionalExpression':
      return [...listTexts(node.consequent), ...listTexts(node.alternate)];
    case 'LogicalExpression':
      return [...listTexts(node.left), ...listTexts(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...listTexts(node.left), ...listTexts(node.right)] : [];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return listTexts(node.expression);
    default:
      return [];
  }
}

/** Text in code that people would read untranslated. Message keys and texts accepted by `isNoText` are left out. */
export function findUntranslatedTexts(file: string, source: string, isNoText: (text: string) => boolean): string[] {
  const found: string[] = [];
  const note = (literals: Literal[], isKey: (text: string) => boolean) => {
    for (const { text, at } of literals) {
      const shown = text.replaceAll(/\s+/g, ' ').trim();
      if (!letterPattern.test(shown) || isKey(shown) || isNoText(shown)) continue;
      found.push(`${file}:${source.slice(0, at).split('\n').length} ${shown}`);
    }
  };
  const nameOf = (key: ESTree.Node) =>
    key.type === 'Identifier' || key.type === 'JSXIdentifier' ? key.name : key.type === 'Literal' ? `${key.value}` : '';
  // Outside of elements, a lower-case word is an identifier.
  const isName = (text: string) => /^[^\p{Lu}\s]\S*$/u.test(text);
  const never = () => false;
  const noteChildren = ({ children }: { children: ESTree.JSXChild[] }) => {
    for (const child of children)
      note(child.type === 'JSXText' ? [{ text: child.value, at: child.start }] : listTexts(child), never);
  };
  new Visitor({
    JSXElement: noteChildren,
    JSXFragment: noteChildren,
    JSXAttribute({ name, value }) {
      if (readableNames.test(nameOf(name))) note(listTexts(value), never);
    },
    Property({ key, value }) {
      if (readableNames.test(nameOf(key))) note(listTexts(value), isName);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (/^(alert|confirm|prompt|announce)$/.test(nameOf(callee))) note(listTexts(first ?? null), never);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** Untranslated text in a Typst document: strings, headings and bracketed content. */
export function findUntranslatedTypstTexts(file: string, source: string): string[] {
  const quoted = /"((?:[^"\\\n]|\\.)*)"/g;
  const drawing = source.replaceAll(/\/\/.*$/gm, '');
  const texts = [...drawing.matchAll(quoted)].map(([, text = '']) => text);
  const marked = drawing.replaceAll(quoted, '""').match(/^=+ [^#\n]*\p{L}.*$|\[[^\]#]*\p{L}[^\]#]*/gmu) ?? [];
  const isRead = (text: string) => /^\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(text);
  return [...texts.filter(isRead), ...marked].map((text) => `${file}: ${text}`);
}
