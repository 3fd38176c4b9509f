import { posix } from 'node:path';
import { parseSync, type ESTree } from 'vite';

/** The texts of a declaration, or of a property of an object, and the declarations it refers to. */
interface CodeNode {
  /** Other places as `file#name`, or `file#name.property` if it uses one property. */
  leads: Set<string>;
  texts: Set<string>;
}

/** Keys are `file#name` and `file#name.property`. */
export type CodeGraph = ReadonlyMap<string, CodeNode>;

type Node = ESTree.Node;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The declarations of all files and their references, without types. */
export function buildCodeGraph(files: Readonly<Record<string, string>>): CodeGraph {
  const graph = new Map<string, CodeNode>();
  for (const [file, source] of Object.entries(files)) addFile(graph, file, source);
  return graph;
}

/** All texts in these places and in everything they refer to. */
export function collectTexts(graph: CodeGraph, starts: readonly string[]): Set<string> {
  const texts = new Set<string>();
  const seen = new Set<string>();
  const open = [...starts];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    // A property without an entry of its own can come from anywhere in the declaration.
    const known = graph.has(name) ? name : name.replace(/(#[^.]+)\..*$/s, '$1');
    const place = graph.get(known);
    if (place === undefined || seen.has(known)) continue;
    seen.add(known);
    for (const text of place.texts) texts.add(text);
    open.push(...place.leads);
  }
  return texts;
}

/** The path of an imported file relative to `src`. */
export function resolveImport(file: string, path: string): string {
  return path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path);
}

function addFile(graph: Map<string, CodeNode>, file: string, source: string): void {
  const { body } = parseSync(file, source).program;
  const imported = new Map<string, string>();
  const resolve = (path: string) => resolveImport(file, path);
  for (const node of body)
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type')
      for (const one of node.specifiers) {
        const name = one.type === 'ImportSpecifier' ? getName(one.imported) : '*';
        imported.set(one.local.name, `${resolve(node.source.value)}#${name}`);
      }
  const read = (node: Node) => readNode(node, { file, resolve, imported });
  const add = (name: string, node: Node) => {
    const place = read(node);
    graph.set(`${file}#${name}`, place);
    for (const property of listProperties(node)) graph.set(`${file}#${name}.${getKey(property)}`, read(property.value));
    // The result of a function can use everything in it.
    for (const property of listReturnedProperties(node)) graph.set(`${file}#${name}.${getKey(property)}`, place);
  };
  for (const statement of body) {
    const node = 'declaration' in statement && isNode(statement.declaration) ? statement.declaration : statement;
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') add(getName(node.id), node);
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations)
        if (init !== null) for (const name of listNames(id)) add(name, init);
    if (node.type === 'ExportNamedDeclaration' && node.source !== null)
      for (const { local, exported } of node.specifiers) {
        const lead = `${resolve(node.source.value)}#${getName(local)}`;
        graph.set(`${file}#${getName(exported)}`, { leads: new Set([lead]), texts: new Set() });
      }
  }
  const all = [...graph.keys()].filter((name) => name.startsWith(`${file}#`));
  graph.set(`${file}#*`, { leads: new Set(all), texts: new Set() });
}

function getName(node: Node | null): string {
  return node?.type === 'Identifier' || node?.type === 'JSXIdentifier' ? node.name : '';
}

function listNames(pattern: Node): string[] {
  if (pattern.type !== 'ObjectPattern') return [getName(pattern)];
  return pattern.properties.flatMap((one) => (one.type === 'Property' ? listNames(one.value) : []));
}

function getKey({ key }: ESTree.ObjectProperty): string {
  return key.type === 'Literal' ? String(key.value) : getName(key);
}

/** The properties of an object, also of one passed to a function or returned by one. */
function listProperties(node: Node): ESTree.ObjectProperty[] {
  switch (node.type) {
    case 'ObjectExpression':
      return node.properties.filter((one) => one.type === 'Property');
    case 'CallExpression':
      return node.arguments.flatMap(listProperties);
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? [] : listProperties(node.body);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return listProperties(node.expression);
    default:
      return [];
  }
}

function listReturnedProperties(node: Node): ESTree.ObjectProperty[] {
  if (node.type !== 'FunctionDeclaration' && node.type !== 'ArrowFunctionExpression') return [];
  if (node.body?.type !== 'BlockStatement') return [];
  return node.body.body.flatMap((one) =>
    one.type === 'ReturnStatement' && one.argument !== null ? listProperties(one.argument) : [],
  );
}

interface FileContext {
  file: string;
  resolve: (path: string) => string;
  imported: ReadonlyMap<string, string>;
}

function readNode(start: Node, { file, resolve, imported }: FileContext): CodeNode {
  const leads = new Set<string>();
  const texts = new Set<string>();
  const note = (name: string, property?: string) => {
    const known = imported.get(name) ?? `${file}#${name}`;
    if (property === undefined) leads.add(known);
    else leads.add(known.endsWith('#*') ? known.replace('*', property) : `${known}.${property}`);
  };
  const walkAll = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walkAll(one);
    else if (isNode(value)) walk(value);
  };
  const walk = (node: Node): void => {
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        return note(node.name);
      case 'Literal':
        if (typeof node.value === 'string') texts.add(node.value);
        return;
      case 'TemplateLiteral':
        texts.add(node.quasis.map((quasi) => quasi.value.cooked ?? '').join('${}'));
        return walkAll(node.expressions);
      case 'ImportExpression':
        if (node.source.type === 'Literal') leads.add(`${resolve(String(node.source.value))}#*`);
        return;
      case 'MemberExpression': {
        if (node.computed) break;
        const part = findDynamicImport(node.object);
        if (part !== null) leads.add(`${resolve(part)}#${getName(node.property)}`);
        else if (node.object.type === 'Identifier') note(node.object.name, getName(node.property));
        else walk(node.object);
        return;
      }
      case 'Property':
        if (node.computed) walk(node.key);
        return walk(node.value);
      case 'JSXAttribute':
        return walkAll(node.value);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return walk(node.expression);
      default:
        if (node.type.startsWith('TS')) return;
    }
    for (const value of Object.values(node)) walkAll(value);
  };
  walk(start);
  return { leads, texts };
}

/** The file in `(await import('./file.ts')).name`. */
function findDynamicImport(node: Node): string | null {
  if (node.type === 'ParenthesizedExpression') return findDynamicImport(node.expression);
  if (node.type !== 'AwaitExpression' || node.argument.type !== 'ImportExpression') return null;
  const { source } = node.argument;
  return source.type === 'Literal' ? String(source.value) : null;
}
