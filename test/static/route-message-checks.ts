import type { Endpoint, GraphqlContract, RestContract } from '#platform/shared/contract.ts';
import { type CodeGraph, collectTexts, resolveImport } from './code-graph.ts';
import type { RouteDefinition } from '#app/web/route-definition.ts';

/** Whose messages stand on a screen, beside the shell's: a change of the language brings all of them. */
export function listRouteFeatures({ path, area }: Pick<RouteDefinition, 'path' | 'area'>): string[] {
  // The first screen brings its words itself.
  return path.startsWith('/training/dashboard') ? ['learning'] : [area ?? []].flat();
}

/** Where the code of each screen begins, by its address, read from the tables of addresses. */
export function findScreens(files: Readonly<Record<string, string>>): Map<string, string> {
  const screens = new Map<string, string>();
  for (const [file, source] of Object.entries(files)) {
    for (const row of source.split(/\bpath: '/).slice(1)) {
      const [path = ''] = row.split("'", 1);
      const name = /\blazyScreen\('(\w+)'\)/.exec(row)?.[1];
      const [, from, own] = /\(await import\('([^']+)'\)\)\.(\w+)/.exec(row) ?? [];
      if (name !== undefined) screens.set(path, `app/web/screens/lazy-screens.ts#lazyScreens.${name}`);
      else if (from !== undefined) screens.set(path, `${resolveImport(file, from)}#${own}`);
    }
    for (const [, path, name] of source.matchAll(/\bdeskPage\('([^']+)', '(\w+)'/g))
      screens.set(`/desk/${path}`, `app/web/screens/desk-screens.ts#deskScreens.${name}`);
  }
  return screens;
}

interface Product {
  graph: CodeGraph;
  rest: readonly RestContract[];
  graphql: readonly Pick<GraphqlContract, 'queries' | 'mutations'>[];
}

/** A call that a screen may make: by which texts it is known, and where the server begins with it. */
export interface KnownEndpoint {
  name: string;
  isChange: boolean;
  isIn: (text: string) => boolean;
  starts: string[];
}

/** Every call of the product with its handler, and with what its contract says of its fields. */
export function listEndpoints({ graph, rest, graphql }: Product): KnownEndpoint[] {
  const places = [...graph.keys()];
  const placesOf = (name: string) => places.filter((place) => place.endsWith(`.${name}`));
  const isGraphql = (place: string) =>
    graph.get(place.replace(/\.\w+$/, ''))?.leads.has('platform/server/graphql/graphql.ts#defineResolvers') ?? false;
  return [
    ...rest.flatMap(({ base, calls }) =>
      Object.entries<Endpoint>(calls).map(([name, call]) => {
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
  /** The messages that are here while it stands. */
  words: Readonly<Record<string, unknown>>;
}

/**
 * Messages that a screen names, or that the server may answer one of its changes with, and that are not here. Why a page
 * could not be read is said without the reason.
 */
export function findMissingMessages(
  { path, start, words }: Screen,
  { graph, calls, isCode, isMessage }: MessageChecks,
): string[] {
  const texts = [...collectTexts(graph, [start])];
  const isMissing = (id: string) => !Object.hasOwn(words, id);
  const named = texts.filter((text) => isMessage(text) && isMissing(text)).map((id) => `${path}: ${id}`);
  const answered = calls
    .filter(({ isChange, isIn }) => isChange && texts.some(isIn))
    .flatMap(({ name, starts }) => {
      const codes = [...collectTexts(graph, starts)].filter(isCode);
      // Elsewhere on the server a message is one for a mail or a document.
      const contract = starts.filter((place) => place.includes('/shared/'));
      return [...codes.map((code) => `error.${code}`), ...[...collectTexts(graph, contract)].filter(isMessage)]
        .filter(isMissing)
        .map((id) => `${path}: ${name} answers ${id}`);
    });
  return [...named, ...answered];
}

interface MessageChecks {
  graph: CodeGraph;
  calls: readonly KnownEndpoint[];
  isCode: (text: string) => boolean;
  isMessage: (text: string) => boolean;
}
