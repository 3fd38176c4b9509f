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

const readMessages = (folder: string) => JSON.parse(read(`${folder}/messages/en-US.json`)) as Record<string, string>;
const shell = readMessages('app/web/shell');
const features = globSync('features/*/shared/messages', { cwd: root }).map((folder) => folder.split('/')[1] ?? '');
const messagesByFeature = Object.fromEntries(
  features.map((feature) => [feature, readMessages(`features/${feature}/shared`)]),
);
const allMessages: Record<string, string> = Object.assign({}, shell, ...Object.values(messagesByFeature));
/** Codes that any endpoint can return share one general message, so they are not checked. */
const codes = Object.keys(errorCodes).filter((code) => !(code in fail.codes));

/** Screens handle these codes without a message, or never send the requests that cause them. */
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

/** Dependencies that the composition root injects into a feature, by the name they have there. */
const injectedDependencies = {
  'features/forms/server/signing/submit-forms.ts#uses': 'app/server/form-completion-handlers.ts#formCompletionHandlers',
  'features/preferences/server/mail-choice.ts#choices':
    'features/notifications/server/mail-choice.ts#createMailChoices',
};

const handledElsewhere = [
  // The row of an application and the next step of stores and staff are loaded with their messages.
  /^\/training\/dashboard\/:olmGuid\?: (applications|association|professionals)\./,
  // The dialog for a new child is loaded with its messages.
  /^\/dsd\/welcome: (family|error\.family|POST Children answers error\.family)\./,
  // The basket's items were checked before, with the shop's own messages.
  /^\/training\/shop\/checkout: POST checkout answers error\.(certifications|learning)\./,
  // The desk offers only existing codes, and requires the reason in the form.
  /^\/desk\/(people|stores)\/:affiliateId\?: POST desk\/codes answers (error\.)?learning\./,
  // The applications feature maps it to `applications.proof_…`.
  /: POST Applications\/\{id\}\/proofs answers error\.forms\.page_/,
];

describe('error codes', () => {
  it('have a message in one of the features', () => {
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter((code) => !(`error.${code}` in allMessages)).toSorted()).toEqual(codesWithoutMessages);
  });
});

describe('screens', () => {
  const sources = globSync('{app,domain,features,platform}/**/*.{ts,tsx}', { cwd: root });
  const code = sources.filter((file) => !/\.test\.|testing/.test(file));
  const graph = new Map(buildCodeGraph(readAll(code)));
  // The tables of error codes are left out, because code that uses one code does not use all of them.
  for (const place of graph.keys()) if (/contract\.ts#fail\w*(\.|$)/.test(place)) graph.delete(place);
  for (const [place, lead] of Object.entries(injectedDependencies))
    graph.set(place, { leads: new Set([lead]), texts: new Set() });
  const endpoints = listEndpoints({ graph, rest: restContracts, graphql: graphqlContracts });
  const screens = findScreens(readAll(globSync('app/web/*routes.ts', { cwd: root })));
  const rows = [...routes, ...workRoutes].filter(({ screen, path }) => screen !== undefined && path !== '/gallery');

  it('are found, with their endpoints and the handlers of those', () => {
    expect(rows.filter(({ path }) => !graph.has(screens.get(path) ?? '')).map(({ path }) => path)).toEqual([]);
    const texts = [...collectTexts(graph, [...screens.values()])];
    const used = endpoints.filter(({ isIn }) => texts.some(isIn));
    expect(used.length).toBeGreaterThan(150);
    const isServed = (place: string) => place.includes('/server/');
    expect(used.filter(({ starts }) => !starts.some(isServed)).map(({ name }) => name)).toEqual([]);
  });

  it('have the messages that they use, and those of the errors that their requests can return', () => {
    const checks = {
      graph,
      endpoints,
      isCode: (text: string) => codes.includes(text) && !codesWithoutMessages.includes(text),
      isMessage: (text: string) => text.includes('.') && text in allMessages,
    };
    const complaints = rows.flatMap((row) =>
      findMissingMessages(
        {
          path: row.path,
          start: screens.get(row.path) ?? '',
          messages: Object.assign(
            {},
            shell,
            ...listRouteFeatures(row).map((feature) => messagesByFeature[feature]),
          ) as Record<string, string>,
        },
        checks,
      ),
    );
    expect(complaints.filter((complaint) => !handledElsewhere.some((known) => known.test(complaint)))).toEqual([]);
    expect(handledElsewhere.filter((known) => !complaints.some((complaint) => known.test(complaint)))).toEqual([]);
  });
});

describe('code graph', () => {
  const files = {
    'app/web/routes.ts': `[{ path: '/b', screen: lazyScreen(async () => (await import('#a/web/b.tsx')).B) },
      { path: '/c', screen: async () => (await import('#a/web/c.tsx')).C }, { path: '/a', redirect: '/b' },
      deskPage('d', 'dd', async () => (await import('./screens/d.tsx')).D, [])]`,
    'a/web/b.tsx': `import { send, other } from './calls.ts'; import type { T } from './types.ts';
      export function B(): T { return <Inner title="a.title" />; } export const Unseen = () => other('a.unseen');
      function Inner({ title }) { const id = title ? 'a.one' : \`a.two.\${title}\`; send(); return id as T<'a.type'>; }`,
    'a/web/calls.ts': `import * as sql from './sql.ts'; import { labels } from './labels.ts';
      export const send = () => labels.sent + sql.insert(); export const other = (x) => x;`,
    'a/web/sql.ts': `export const insert = () => 'insert'; export const remove = () => 'remove';`,
    'a/web/labels.ts': `export const labels = { sent: 'sent', draft: 'draft' } as const;`,
    'a/server/public.ts': `export { handle } from './handle.ts';`,
    'a/server/handle.ts': `const reject = () => 'a.rejected'; export function handle() { return { 'POST x': () => reject() }; }`,
  };
  const graph = buildCodeGraph(files);

  it('finds the module of each screen', () => {
    expect([...findScreens({ 'app/web/routes.ts': files['app/web/routes.ts'] })]).toEqual([
      ['/b', 'a/web/b.tsx#B'],
      ['/c', 'a/web/c.tsx#C'],
      ['/desk/d', 'app/web/screens/d.tsx#D'],
    ]);
  });

  it('follows rendered components and called functions, but not types or unused exports', () => {
    expect([...collectTexts(graph, ['a/web/b.tsx#B'])].toSorted()).toEqual([
      'a.one',
      'a.title',
      'a.two.${}',
      'insert',
      'sent',
    ]);
  });

  it('follows re-exports and objects that a function returns', () => {
    expect([...collectTexts(graph, ['a/server/public.ts#handle'])]).toEqual(['a.rejected']);
    expect([...collectTexts(graph, ['a/server/handle.ts#handle.POST x'])]).toEqual(['a.rejected']);
  });
});
