import { posix } from 'node:path';
import type { Call, GraphqlContract, RestContract } from '../platform/shared/contract.ts';
import { type CodeGraph, textsFrom } from './code-graph.ts';
import type { RouteRow } from './route-row.ts';

/** Whose messages stand on a screen, beside the shell's: a change of the language brings all of them. */
export function areasOf({ path, area }: Pick<RouteRow, 'path' | 'area'>): string[] {
  // The first screen brings its words itself.
  return path.startsWith('/training/dashboard') ? ['learning'] : [area ?? []].flat();
}

/** Where the code of each screen begins, by its address, read from the tables of addresses. */
export function screensIn(files: Readonly<Record<string, string>>): Map<string, string> {
  const screens = new Map<string, string>();
  for (const [file, source] of Object.entries(files)) {
    for (const row of source.split(/\bpath: '/).slice(1)) {
      const [path = ''] = row.split("'", 1);
      const name = /\bnamed\('(\w+)'\)/.exec(row)?.[1];
      const [, from, own] = /\(await import\('([^']+)'\)\)\.(\w+)/.exec(row) ?? [];
      if (name !== undefined) screens.set(path, `app/screens/by-name.ts#screens.${name}`);
      else if (from !== undefined) screens.set(path, `${posix.join(posix.dirname(file), from)}#${own}`);
    }
    for (const [, path, name] of source.matchAll(/\bpage\('([^']+)', '(\w+)'/g))
      screens.set(`/desk/${path}`, `app/screens/at-desk.ts#deskScreens.${name}`);
  }
  return screens;
}

interface Product {
  graph: CodeGraph;
  rest: readonly RestContract[];
  graphql: readonly Pick<GraphqlContract, 'queries' | 'mutations'>[];
}

/** A call that a screen may make: by which texts it is known, and where the server begins with it. */
export interface KnownCall {
  name: string;
  isChange: boolean;
  isIn: (text: string) => boolean;
  starts: string[];
}

/** Every call of the product with its handler, and with what its contract says of its fields. */
export function knownCalls({ graph, rest, graphql }: Product): KnownCall[] {
  const places = [...graph.keys()];
  const placesOf = (name: string) => places.filter((place) => place.endsWith(`.${name}`));
  const isGraphql = (place: string) =>
    graph.get(place.replace(/\.\w+$/, ''))?.leads.has('platform/server/graphql.ts#graphqlPart') ?? false;
  return [
    ...rest.flatMap(({ base, calls }) =>
      Object.entries<Call>(calls).map(([name, call]) => {
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
export function findMissingWords(
  { path, start, words }: Screen,
  { graph, calls, isCode, isMessage }: WordChecks,
): string[] {
  const texts = [...textsFrom(graph, [start])];
  const isMissing = (id: string) => !Object.hasOwn(words, id);
  const named = texts.filter((text) => isMessage(text) && isMissing(text)).map((id) => `${path}: ${id}`);
  const answered = calls
    .filter(({ isChange, isIn }) => isChange && texts.some(isIn))
    .flatMap(({ name, starts }) => {
      const codes = [...textsFrom(graph, starts)].filter(isCode);
      // Elsewhere on the server a message is one for a mail or a document.
      const contract = starts.filter((place) => place.includes('/shared/'));
      return [...codes.map((code) => `error.${code}`), ...[...textsFrom(graph, contract)].filter(isMessage)]
        .filter(isMissing)
        .map((id) => `${path}: ${name} answers ${id}`);
    });
  return [...named, ...answered];
}

interface WordChecks {
  graph: CodeGraph;
  calls: readonly KnownCall[];
  isCode: (text: string) => boolean;
  isMessage: (text: string) => boolean;
}
