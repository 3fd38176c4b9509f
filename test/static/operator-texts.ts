import { parseSync, Visitor, type ESTree } from 'vite';

const printFunctions = /^(log|info|warn|error|debug|fatal|print)$/;

function listStrings(node: ESTree.Node | null | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked ?? '').join('…')];
    case 'BinaryExpression':
      return [[...listStrings(node.left), ...listStrings(node.right)].join('')];
    case 'ConditionalExpression':
      return [...listStrings(node.consequent), ...listStrings(node.alternate)];
    default:
      return [];
  }
}

/** What a source file prints, logs and throws: texts for operators and developers, in English only. */
export function listOperatorTexts(file: string, source: string): string[] {
  const texts: string[] = [];
  const nameOf = (callee: ESTree.Node): string =>
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
        ? callee.property.name
        : '';
  new Visitor({
    CallExpression({ callee, arguments: values }) {
      if (printFunctions.test(nameOf(callee))) texts.push(...values.flatMap(listStrings));
    },
    NewExpression({ callee, arguments: [message] }) {
      if (nameOf(callee).endsWith('Error')) texts.push(...listStrings(message));
    },
  }).visit(parseSync(file, source).program);
  return texts;
}
