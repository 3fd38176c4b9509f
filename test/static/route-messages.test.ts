import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail } from '#platform/shared/errors.ts';
import { buildCodeGraph, collectTexts } from './code-graph.ts';
import { errorCodes, graphqlContracts, restContracts } from '#app/server/contracts.ts';
import { listRouteFeatures, findMissingMessages, listEndpoints, findScreens } from './route-message-checks.ts';
import { routes } from '#app/web/routes.ts';
import { workRoutes } from '#app/web/work-routes.ts';

const root = join(import.meta.dirname, '../../src');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const readAll = (files: readonly string[]) => Object.fromEntries(files.map((file) => [file, read(file)]));

const wordsOf = (folder: string) => JSON.parse(read(`${folder}/messages/en-US.json`)) as Record<string, string>;
const shell = wordsOf('app/web/shell');
const features = globSync('features/*/shared/messages', { cwd: root }).map((folder) => folder.split('/')[1] ?? '');
const words = Object.fromEntries(features.map((area) => [area, wordsOf(`features/${area}/shared`)]));
const everything: Record<string, string> = Object.assign({}, shell, ...Object.values(words));
/** Those that any call may answer with are told as that something went wrong. */
const codes = Object.keys(errorCodes).filter((code) => !(code in fail.codes));

/** Screens act on these themselves, or never send what they refuse; whoever else sends it is no person. */
const codesWithoutMessages = [
  'account.link_unconfirmed',
  'learning.handed_in',
  'learning.impossible_answer',
  'learning.time_over',
  'learning.unknown_lesson',
  'learning.unknown_question',
  'learning.unknown_video',
  'preferences.exists',
  'preferences.stale',
  'preferences.unknown_field',
];

/** What an area is given by the others when the server is put together, by the name it has there. */
const injectedDependencies = {
  'features/forms/server/signing/submit-forms.ts#uses': 'app/server/form-completion-handlers.ts#formCompletionHandlers',
  'features/preferences/server/mail-choice.ts#choices':
    'features/notifications/server/mail-choice.ts#createMailChoices',
};

const handledElsewhere = [
  // What is in a basket was looked at a moment before, in the shop's own words.
  /^\/training\/shop\/checkout: POST checkout answers error\.(certifications|learning)\./,
  // The desk offers only codes that exist, and asks for the reason itself.
  /^\/desk\/(people|stores)\/:affiliateId\?: POST desk\/codes answers (error\.)?learning\./,
  // It is passed on as `applications.proof_…`.
  /: POST Applications\/\{id\}\/proofs answers error\.forms\.page_/,
];

describe('every refusal', () => {
  it('has words in one of the areas', () => {
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter((code) => !(`error.${code}` in everything)).toSorted()).toEqual(codesWithoutMessages);
  });
});

describe('every screen', () => {
  const sources = globSync('{app,domain,features,platform}/**/*.{ts,tsx}', { cwd: root });
  const code = sources.filter((file) => !/\.test\.|testing/.test(file));
  const graph = new Map(buildCodeGraph(readAll(code)));
  // The tables of codes themselves: who speaks of one code does not speak of all.
  for (const place of graph.keys()) if (/contract\.ts#fail\w*(\.|$)/.test(place)) graph.delete(place);
  for (const [place, lead] of Object.entries(injectedDependencies))
    graph.set(place, { leads: new Set([lead]), texts: new Set() });
  const calls = listEndpoints({ graph, rest: restContracts, graphql: graphqlContracts });
  const screens = findScreens(readAll(globSync('app/web/*routes.ts', { cwd: root })));
  const rows = [...routes, ...workRoutes].filter(({ screen, path }) => screen !== undefined && path !== '/gallery');

  it('is found, with the calls that it makes and what the server does with them', () => {
    expect(rows.filter(({ path }) => !graph.has(screens.get(path) ?? '')).map(({ path }) => path)).toEqual([]);
    const said = [...collectTexts(graph, [...screens.values()])];
    const made = calls.filter(({ isIn }) => said.some(isIn));
    expect(made.length).toBeGreaterThan(150);
    const isServed = (place: string) => place.includes('/server/');
    expect(made.filter(({ starts }) => !starts.some(isServed)).map(({ name }) => name)).toEqual([]);
  });

  it('has the words that it names, and those for what the server may refuse it', () => {
    const checks = {
      graph,
      calls,
      isCode: (text: string) => codes.includes(text) && !codesWithoutMessages.includes(text),
      isMessage: (text: string) => text.includes('.') && text in everything,
    };
    const complaints = rows.flatMap((row) =>
      findMissingMessages(
        {
          path: row.path,
          start: screens.get(row.path) ?? '',
          words: Object.assign({}, shell, ...listRouteFeatures(row).map((area) => words[area])) as Record<
            string,
            string
          >,
        },
        checks,
      ),
    );
    expect(complaints.filter((complaint) => !handledElsewhere.some((known) => known.test(complaint)))).toEqual([]);
    expect(handledElsewhere.filter((known) => !complaints.some((complaint) => known.test(complaint)))).toEqual([]);
  });
});

describe('the search through code', () => {
  const files = {
    'app/web/routes.ts': `[{ path: '/a', redirect: '/b' }, { path: '/b', screen: lazyScreen('b') },
      { path: '/c', screen: async () => (await import('#a/web/c.tsx')).C }, deskPage('d', 'dd', [])]`,
    'app/web/screens/lazy-screens.ts': `export const lazyScreens = { b: async () => (await import('#a/web/b.tsx')).B, x: () => 'x' };`,
    'a/web/b.tsx': `import { send, other } from './calls.ts'; import type { T } from './types.ts';
      export function B(): T { return <Inner title="a.title" />; } export const Unseen = () => other('a.unseen');
      function Inner({ title }) { const id = title ? 'a.one' : \`a.two.\${title}\`; send(); return id as T<'a.type'>; }`,
    'a/web/calls.ts': `import * as sql from './sql.ts'; import { words } from './words.ts';
      export const send = () => words.sent + sql.insert(); export const other = (x) => x;`,
    'a/web/sql.ts': `export const insert = () => 'insert'; export const remove = () => 'remove';`,
    'a/web/words.ts': `export const words = { sent: 'sent', kept: 'kept' } as const;`,
    'a/server/public.ts': `export { handle } from './handle.ts';`,
    'a/server/handle.ts': `const refuse = () => 'a.refused'; export function handle() { return { 'POST x': () => refuse() }; }`,
  };
  const graph = buildCodeGraph(files);

  it('knows where a screen begins', () => {
    expect([...findScreens({ 'app/web/routes.ts': files['app/web/routes.ts'] })]).toEqual([
      ['/b', 'app/web/screens/lazy-screens.ts#lazyScreens.b'],
      ['/c', 'a/web/c.tsx#C'],
      ['/desk/d', 'app/web/screens/desk-screens.ts#deskScreens.dd'],
    ]);
  });

  it('follows what is shown and called, and nothing that only stands beside it or is a type', () => {
    expect([...collectTexts(graph, ['app/web/screens/lazy-screens.ts#lazyScreens.b'])].toSorted()).toEqual([
      'a.one',
      'a.title',
      'a.two.${}',
      'insert',
      'sent',
    ]);
  });

  it('goes through what is passed on, and what a function makes', () => {
    expect([...collectTexts(graph, ['a/server/public.ts#handle'])]).toEqual(['a.refused']);
    expect([...collectTexts(graph, ['a/server/handle.ts#handle.POST x'])]).toEqual(['a.refused']);
  });
});
