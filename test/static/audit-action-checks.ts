import { posix } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { resolveImport } from './code-graph.ts';

interface Scope {
  name: string;
  params: string[];
  constants: Map<string, ESTree.Node>;
}

interface Call {
  file: string;
  source: string;
  /** Which function it is: the file that has it, or the folder where that is not said, and its name. */
  callee: string;
  arguments: ESTree.Node[];
  scopes: Scope[];
}

/** A function that writes down what it is given: in which argument, and what it puts around it. */
interface AuditWriter {
  file: string;
  name: string;
  at: number;
  before: string;
  after: string;
}

/** What an expression may come to: a text, a parameter of a function around it, or what only somebody who reads knows. */
type Outcome = { before: string; after: string } & (
  | { text: string }
  | { scope: Scope; at: number }
  | { unknown: ESTree.Node }
);

function listOutcomes(node: ESTree.Node | undefined, scopes: readonly Scope[]): Outcome[] {
  if (node === undefined) return [];
  const plain = { before: '', after: '' };
  if (node.type === 'Literal' && typeof node.value === 'string') return [{ ...plain, text: node.value }];
  if (node.type === 'ConditionalExpression')
    return [...listOutcomes(node.consequent, scopes), ...listOutcomes(node.alternate, scopes)];
  if (node.type === 'TemplateLiteral' && node.expressions.length === 1) {
    const [before = '', after = ''] = node.quasis.map((quasi) => quasi.value.cooked ?? '');
    return listOutcomes(node.expressions[0], scopes).map((inner) =>
      'unknown' in inner
        ? { ...plain, unknown: node }
        : { ...inner, before: before + inner.before, after: inner.after + after },
    );
  }
  const name = node.type === 'Identifier' ? node.name : '';
  const scope = scopes.findLast(({ params, constants }) => params.includes(name) || constants.has(name));
  if (scope === undefined) return [{ ...plain, unknown: node }];
  const value = scope.constants.get(name);
  return value ? listOutcomes(value, scopes) : [{ ...plain, scope, at: scope.params.indexOf(name) }];
}

function getName(node: ESTree.Node | null): string {
  if (node?.type === 'MemberExpression') return node.computed ? '' : getName(node.property);
  return node?.type === 'Identifier' ? node.name : '';
}

/** Functions are looked for in a feature's whole server, or in the file's folder elsewhere. */
function getOwner(file: string): string {
  return /^features\/[^/]+\/server/.exec(file)?.[0] ?? posix.dirname(file);
}

/** All calls of a file, each with the functions around it. */
function listCalls(file: string, source: string): Call[] {
  const calls: (Call & { called: string; isOfObject: boolean })[] = [];
  const names = new Map<ESTree.Node, string>();
  const own = new Set<string>();
  const imported = new Map<string, string>();
  const scopes: Scope[] = [];
  const enter = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    own.add(getName(node.id));
    const name = getName(node.id) || (names.get(node) ?? '');
    scopes.push({ name, params: node.params.map((param) => getName(param as ESTree.Node)), constants: new Map() });
  };
  const leave = () => void scopes.pop();
  new Visitor({
    ImportDeclaration({ source: { value: from }, specifiers }) {
      const path = resolveImport(file, from);
      const place = path.endsWith('/public.ts') ? getOwner(path) : path;
      for (const one of specifiers)
        if (one.type === 'ImportSpecifier') imported.set(one.local.name, `${place}#${getName(one.imported)}`);
    },
    Property: ({ key, value }) => void names.set(value, getName(key)),
    VariableDeclarator({ id, init }) {
      if (init === null) return;
      names.set(init, getName(id));
      own.add(getName(id));
      if (id.type === 'Identifier') scopes.at(-1)?.constants.set(id.name, init);
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression({ callee, arguments: given }) {
      const called = getName(callee);
      // One of an object may be anywhere in the folder.
      const isOfObject = callee.type === 'MemberExpression';
      calls.push({ file, source, called, isOfObject, callee: '', arguments: given, scopes: [...scopes] });
    },
  }).visit(parseSync(file, source).program);
  return calls.map(({ called, isOfObject, ...call }) => {
    const said = own.has(called) ? `${file}#${called}` : imported.get(called);
    return { ...call, callee: (isOfObject ? undefined : said) ?? `${getOwner(file)}#${called}` };
  });
}

function findActionNode(event: ESTree.Node | undefined): ESTree.Node | undefined {
  const properties = event?.type === 'ObjectExpression' ? event.properties : [];
  const action = properties.find((one) => one.type === 'Property' && getName(one.key) === 'action');
  return action?.type === 'Property' ? action.value : event;
}

/**
 * Every action that code writes to the audit trail, through whatever functions it is passed on; `known` says what
 * comes of an expression that is put together from data, as the code has it. What it does not know is a complaint.
 */
export function findAuditActions(
  files: Record<string, string>,
  known: Record<string, readonly string[]>,
): { deeds: string[]; complaints: string[] } {
  const calls = Object.entries(files).flatMap(([file, source]) => listCalls(file, source));
  const deeds = new Set<string>();
  const complaints = new Set<string>();
  const asked = new Set<string>();
  const writers: AuditWriter[] = [
    { file: 'platform/server/observability/audit.ts', name: 'appendAudit', at: 1, before: '', after: '' },
  ];
  // Grows while it is read: whoever passes on to a writer is one.
  for (const { file, name, at, before, after } of writers)
    for (const call of calls) {
      if (![`${file}#${name}`, `${getOwner(file)}#${name}`].includes(call.callee)) continue;
      for (const outcome of listOutcomes(findActionNode(call.arguments[at]), call.scopes)) {
        const around = { before: before + outcome.before, after: outcome.after + after };
        if ('text' in outcome) deeds.add(around.before + outcome.text + around.after);
        else if ('scope' in outcome && outcome.scope.name !== '') {
          const writer = { file: call.file, name: outcome.scope.name, at: outcome.at, ...around };
          if (!writers.some((one) => JSON.stringify(one) === JSON.stringify(writer))) writers.push(writer);
        } else {
          const node = 'unknown' in outcome ? outcome.unknown : call.arguments[at];
          const text = call.source.slice(node?.start, node?.end);
          asked.add(text);
          for (const deed of known[text] ?? []) deeds.add(before + deed + after);
          if (!(text in known)) complaints.add(`${call.file}: ${text} may be anything`);
        }
      }
    }
  for (const text of Object.keys(known)) if (!asked.has(text)) complaints.add(`${text}: no code has it`);
  return { deeds: [...deeds], complaints: [...complaints] };
}
