import { parseSync, Visitor, type ESTree } from 'vite';

/** What a message id, or the fixed start of one that is put together, may be known by. */
interface MessageKeys {
  has: (id: string) => boolean;
  hasStart: (start: string) => boolean;
}

interface MessageIdUse {
  text: string;
  at: number;
  isStart: boolean;
}

const messageIdPattern = /^[a-z]+(\.\w+)+$/;

/** The ids that an expression may come to: itself, either side of a condition, the start of a template. */
function listMessageIds(node: ESTree.Node | null): MessageIdUse[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value, at: node.start, isStart: false }] : [];
    case 'TemplateLiteral': {
      const [first, ...others] = node.quasis.map((quasi) => quasi.value.cooked ?? '');
      return [{ text: first ?? '', at: node.start, isStart: others.length > 0 }];
    }
    case 'ConditionalExpression':
      return [...listMessageIds(node.consequent), ...listMessageIds(node.alternate)];
    case 'LogicalExpression':
      return [...listMessageIds(node.left), ...listMessageIds(node.right)];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return listMessageIds(node.expression);
    default:
      return [];
  }
}

/**
 * Message ids that code asks for and nobody has: at an `id`, in a constant or on either side of a condition, and in a
 * table of which another entry is a message.
 */
export function findUnknownMessageIds(file: string, source: string, { has, hasStart }: MessageKeys): string[] {
  const found = new Set<string>();
  const note = (asked: MessageIdUse[]) => {
    for (const { text, at, isStart } of asked) {
      const isId = isStart ? /^[a-z]+\./.test(text) : messageIdPattern.test(text);
      if (isId && !(isStart ? hasStart(text) : has(text)))
        found.add(`${file}:${source.slice(0, at).split('\n').length} ${text}`);
    }
  };
  const noteTable = (entries: MessageIdUse[]) => {
    if (entries.some(({ text }) => has(text) && text.includes('.'))) note(entries);
  };
  const isNamedId = (key: ESTree.Node) =>
    (key.type === 'Identifier' || key.type === 'JSXIdentifier') && key.name === 'id';
  new Visitor({
    JSXAttribute({ name, value }) {
      if (isNamedId(name)) note(listMessageIds(value));
    },
    Property({ key, value }) {
      if (isNamedId(key)) note(listMessageIds(value));
    },
    VariableDeclarator: ({ init }) => noteTable(init?.type === 'ConditionalExpression' ? listMessageIds(init) : []),
    ArrayExpression: ({ elements }) => noteTable(elements.flatMap(listMessageIds)),
    ObjectExpression({ properties }) {
      const own = properties.filter((one) => one.type === 'Property');
      noteTable(own.flatMap(({ value }) => listMessageIds(value)));
      noteTable(own.flatMap(({ key, computed }) => (computed ? [] : listMessageIds(key))));
    },
  }).visit(parseSync(file, source).program);
  return [...found];
}
