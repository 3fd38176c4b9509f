import type { Endpoint, GraphqlContract, RestContract } from '#platform/shared/contract.ts';
import { type CodeGraph, collectTexts, resolveImport } from './code-graph.ts';
import type { RouteDefinition } from '#app/web/route-definition.ts';

/** The features whose messages a screen uses, besides the shell's. All of them are loaded when the language changes. */
export function listRouteFeatures({ path, features }: Pick<RouteDefinition, 'path' | 'features'>): string[] {
  // The first screen's messages are part of its own bundle.
  return path.startsWith('/training/dashboard') ? ['learning'] : [features ?? []].flat();
}

const deskRow = /\bdeskPage\(\s*'([^']+)',\s*'\w+',\s*async \(\) =>\s*\(await import\('([^']+)'\)\)\.(\w+)/g;

/** The module and export of each screen by its path, read from the route tables. */
export function findScreens(files: Readonly<Record<string, string>>): Map<string, string> {
  const screens = new Map<string, string>();
  for (const [file, source] of Object.entries(files)) {
    for (const row of source
      .replaceAll(deskRow, '')
      .split(/\bpath: '/)
      .slice(1)) {
      const [path = ''] = row.split("'", 1);
      const [, from, own] = /\(await import\('([^']+)'\)\)\.(\w+)/.exec(row) ?? [];
      if (from !== undefined) screens.set(path, `${resolveImport(file, from)}#${own}`);
    }
    for (const [, path, from = '', own] of source.matchAll(deskRow))
      screens.set(`/desk/${path}`, `${resolveImport(file, from)}#${own}`);
  }
  return screens;
}

interface Product {
  graph: CodeGraph;
  rest: readonly RestContract[];
  graphql: readonly Pick<GraphqlContract, 'queries' | 'mutations'>[];
}

/** An endpoint with the texts that identify it in web code, and its handlers on the server. */
export interface KnownEndpoint {
  name: string;
  isChange: boolean;
  isIn: (text: string) => boolean;
  starts: string[];
}

/** All endpoints and GraphQL fields with their handlers and their contracts. */
export function listEndpoints({ graph, rest, graphql }: Product): KnownEndpoint[] {
  const places = [...graph.keys()];
  const placesOf = (name: string) => places.filter((place) => place.endsWith(`.${name}`));
  const isGraphql = (place: string) =>
    graph.get(place.replace(/\.\w+$/, ''))?.leads.has('platform/server/graphql/graphql.ts#defineResolvers') ?? false;
  return [
    ...rest.flatMap(({ base, endpoints }) =>
      Object.entries<Endpoint>(endpoints).map(([name, call]) => {
        const address = `${base}/${name.slice(name.indexOf(' ') + 1)}`;
        const isIn = (text: string) => text === name || (call.upload !== undefined && text === address);
        return { name, isChange: !name.startsWith('GET '), isIn, starts: placesOf(name) };
      }),
    ),
    ...graphql.flatMap(({ queries, mutations }) =>
      [...Object.keys(queries), ...Object.keys(mutations)].map((name) => {
        const inDocument = new RegExp(`^\\s*(query|mutation|\\{)[^]*\\b${name}\\b`);
        const starts = placesOf(name).filter(isGraphql);
        return { name, isChange: name in mutations, isIn: (text: string) => inDocument.test(text), starts };
      }),
    ),
  ];
}

interface Screen {
  path: string;
  start: string;
  /** The messages that are loaded with the screen. */
  messages: Readonly<Record<string, unknown>>;
}

/**
 * Messages that a screen uses, or that errors of its writes need, and that are not loaded with it. Errors of reads are
 * left out, because they are shown with a general message.
 */
export function findMissingMessages(
  { path, start, messages }: Screen,
  { graph, endpoints, isCode, isMessage }: MessageChecks,
): string[] {
  const texts = [...collectTexts(graph, [start])];
  const isMissing = (id: string) => !Object.hasOwn(messages, id);
  const named = texts.filter((text) => isMessage(text) && isMissing(text)).map((id) => `${path}: ${id}`);
  const answered = endpoints
    .filter(({ isChange, isIn }) => isChange && texts.some(isIn))
    .flatMap(({ name, starts }) => {
      const codes = [...collectTexts(graph, starts)].filter(isCode);
      // Other messages on the server are for mail and documents.
      const contract = starts.filter((place) => place.includes('/shared/'));
      return [...codes.map((code) => `error.${code}`), ...[...collectTexts(graph, contract)].filter(isMessage)]
        .filter(isMissing)
        .map((id) => `${path}: ${name} answers ${id}`);
    });
  return [...named, ...answered];
}

interface MessageChecks {
  graph: CodeGraph;
  endpoints: readonly KnownEndpoint[];
  isCode: (text: string) => boolean;
  isMessage: (text: string) => boolean;
}
