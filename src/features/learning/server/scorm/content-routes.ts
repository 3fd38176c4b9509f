import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/server/http/context.ts';
import { peekLink } from '#platform/server/auth/single-use-links.ts';
import { contentPrefix } from '#platform/server/http/content-host.ts';
import { fail } from '#platform/shared/errors.ts';
import type { FrameConfig } from '#features/learning/shared/scorm-frame.ts';
import { getContentType } from './content-type.ts';
import { runScormFrame } from './frame-script.ts';
import * as queries from './queries.ts';
import { toFileKey } from './upload.ts';

/** Purpose of play links, which are valid for one person and one item during a working day. */
export const playPurpose = 'learning.scorm';
export interface PlayLink {
  affiliateId: number;
  packageId: string;
  item: string;
  prefix: string;
}

/** Read for each request, because they are large and rarely needed. */
const scripts: Readonly<Record<string, () => string>> = {
  'frame.js': () => `(${runScormFrame.toString()})();`,
  'scorm-1.2.js': () => readRuntime(import.meta.resolve('scorm-again/scorm12/min')),
  'scorm-2004.js': () => readRuntime(import.meta.resolve('scorm-again/scorm2004/min')),
};

/** The package exports an ES module; the plain script build has the same name one folder up. */
function readRuntime(module: string): string {
  return readFileSync(fileURLToPath(new URL(`../${basename(module)}`, module)), 'utf8');
}

/** Serves SCORM packages and the frame page. Requests reach these routes only on the content host. */
export function registerScormFiles(app: FastifyInstance, services: Services): void {
  const { database, env, files } = services;

  const requireLink = async (request: FastifyRequest, reply: FastifyReply) => {
    const { token = '' } = request.params as { token?: string };
    const link = (await peekLink(database.db, token, playPurpose)) as PlayLink | null;
    // Service workers are rejected, because a package must not intercept later requests.
    if (link === null || request.headers['service-worker'] !== undefined) throw fail('not_found');
    const linkUrl = `${env.CONTENT_ORIGIN}${contentPrefix}${token}/`;
    reply.header('referrer-policy', 'no-referrer');
    return { link, linkUrl };
  };

  app.get(`${contentPrefix}:token/`, async (request, reply) => {
    const { link, linkUrl } = await requireLink(request, reply);
    const found = await queries.findPackage.first(database.db, { packageId: link.packageId });
    const item = found?.items.find(({ id }) => id === link.item);
    const learner = await queries.findPlayedItem.first(database.db, link);
    if (found === undefined || item === undefined || learner === undefined) throw fail('not_found');
    const config: FrameConfig = {
      version: found.version,
      href: `${linkUrl}content/${item.href}`,
      isAsset: item.isAsset,
      learner: {
        id: String(link.affiliateId),
        name: [learner.familyName, learner.givenName].filter((name) => name !== '').join(', '),
      },
      cmi: item.cmi,
      portal: env.BASE_URL,
    };
    return reply
      .header('content-security-policy', buildFramePolicy(linkUrl, env.BASE_URL))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderFramePage(linkUrl, item.title, config));
  });

  app.get(`${contentPrefix}:token/__player/:file`, async (request, reply) => {
    await requireLink(request, reply);
    const { file } = request.params as { file: string };
    const script = Object.hasOwn(scripts, file) ? scripts[file]?.() : undefined;
    if (script === undefined) throw fail('not_found');
    return reply.header('cache-control', 'private, max-age=3600').type('text/javascript; charset=utf-8').send(script);
  });

  app.get(`${contentPrefix}:token/content/*`, async (request, reply) => {
    const { link, linkUrl } = await requireLink(request, reply);
    const path = (request.params as { '*': string })['*'].normalize('NFC');
    const range = parseRange(request.headers.range);
    const found = await files.get(toFileKey(link.prefix, path), range);
    if (found === null) throw fail('not_found');
    reply
      .headers({
        'content-security-policy': buildPackagePolicy(linkUrl, env),
        'cache-control': 'private, max-age=3600',
        'accept-ranges': 'bytes',
      })
      .header('content-type', getContentType(path));
    if (range === undefined) return reply.header('content-length', found.bytes).send(found.body);
    const end = Math.min(range.end ?? Infinity, found.bytes - 1);
    if (range.start > end) {
      found.body.destroy();
      return reply.code(416).header('content-range', `bytes */${found.bytes}`).send();
    }
    return reply
      .code(206)
      .headers({
        'content-range': `bytes ${range.start}-${end}/${found.bytes}`,
        'content-length': end - range.start + 1,
      })
      .send(found.body);
  });
}

/** Supports a single range from a start offset, as video players request; other ranges return the whole file. */
function parseRange(range: string | undefined): { start: number; end?: number } | undefined {
  const match = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(range ?? '');
  if (match === null) return undefined;
  const start = Number(match[1]);
  if (match[2] === undefined) return { start };
  const end = Number(match[2]);
  return end < start ? undefined : { start, end };
}

/** The frame page runs only the portal's scripts and can be embedded only by the portal. */
function buildFramePolicy(linkUrl: string, portal: string): string {
  return `default-src 'none'; script-src ${linkUrl}__player/; style-src 'unsafe-inline'; frame-src ${linkUrl}; base-uri 'none'; form-action 'none'; frame-ancestors ${portal}`;
}

/** Packages may use their own files freely but cannot reach the network or other packages. */
function buildPackagePolicy(linkUrl: string, env: { BASE_URL: string; CONTENT_ORIGIN: string }): string {
  const all = `${linkUrl} data: blob:`;
  return `default-src ${all}; script-src ${all} 'unsafe-inline' 'unsafe-eval'; style-src ${all} 'unsafe-inline'; base-uri ${linkUrl}; form-action ${linkUrl}; frame-ancestors ${env.CONTENT_ORIGIN} ${env.BASE_URL}`;
}

function renderFramePage(linkUrl: string, title: string, config: FrameConfig): string {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const data = JSON.stringify(config).replaceAll('<', String.raw`\u003c`);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>html, body, iframe { display: block; inline-size: 100%; block-size: 100%; margin: 0; border: 0; }</style>
</head>
<body>
<iframe title="${escape(title)}" allow="autoplay; fullscreen"></iframe>
<script type="application/json" id="config">${data}</script>
<script src="${linkUrl}__player/scorm-${config.version}.js"></script>
<script src="${linkUrl}__player/frame.js"></script>
</body>
</html>
`;
}
