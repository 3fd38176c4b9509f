import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getHeader, getRequestLocale } from '#platform/server/auth/access.ts';
import type { Services } from '#platform/server/http/context.ts';
import { sendError } from '#platform/server/http/errors.ts';
import { getThemeMedia, themes, type BootData, type Theme } from '#platform/shared/boot-data.ts';
import type { Brand } from '#platform/shared/brand.ts';
import { fail } from '#platform/shared/errors.ts';
import { getTextDirection, intlTag } from '#platform/shared/locale.ts';
import { isUnlisted } from './well-known.ts';

export const webFolder = join(import.meta.dirname, '../../../dist/web');

export const productVersion = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

type RenderIndexHtml = (request: FastifyRequest) => Promise<string>;

/** Serves the web app for every page URL. The client-side router selects the screen. */
export async function registerWebPage(
  app: FastifyInstance,
  services: Services,
  brand: Brand,
  makePage?: RenderIndexHtml,
): Promise<void> {
  if (makePage === undefined) {
    if (!existsSync(join(webFolder, 'index.html'))) throw new Error('web app is not built: run npm run build');
    await app.register(fastifyStatic, {
      root: join(webFolder, 'assets'),
      prefix: '/assets/',
      // File names contain a content hash.
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    });
    const worker = readFileSync(join(webFolder, 'service-worker.js'));
    app.get('/service-worker.js', async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' })
        .type('text/javascript; charset=utf-8')
        .send(worker),
    );
  }
  const html = makePage === undefined ? readFileSync(join(webFolder, 'index.html'), 'utf8') : '';

  app.get('/favicon.svg', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(renderFavicon(brand)),
  );

  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) return sendError(fail('not_found'), request, reply);
    const page = renderPage(makePage ? await makePage(request) : html, createBoot(services, brand, request));
    if (!isUnlisted(request.url)) return sendPage(reply, page);
    reply.header('x-robots-tag', 'noindex, nofollow');
    return sendPage(reply, page.replace('<title>', '<meta name="robots" content="noindex, nofollow" /><title>'));
  });
}

/** The brand's logo in colors that are visible on light and dark browser tabs. */
function renderFavicon({ logo }: Brand): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0f8591" d="${logo[0]}"/><path fill="#57a8ad" d="${logo[1]}"/></svg>`;
}

function isPageRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (/^\/(api|assets|auth|dev|scorm)(\/|$|\?)/.test(request.url)) return false;
  const accept = getHeader(request, 'accept') ?? '*/*';
  return accept.includes('text/html') || accept === '*/*';
}

/** Professional links and the security contact are left out of the public page. */
function createBoot(
  { env, flags }: Services,
  { professionalLinks: _links, securityContact: _contact, ...brand }: Brand,
  request: FastifyRequest,
): BootData {
  return {
    brand,
    version: productVersion,
    locale: getRequestLocale(request),
    theme: readTheme(request),
    maintenance: { isOn: flags.isOn('maintenance-banner'), message: flags.text('maintenance-message') },
    errorSampleRate: flags.number('browser-error-sample-rate'),
    isProduction: env.isProduction,
  };
}

function readTheme(request: FastifyRequest): Theme {
  return themes.find((theme) => theme === request.cookies['theme']) ?? 'system';
}

function renderPage(html: string, boot: BootData): string {
  const data = JSON.stringify(boot).replaceAll('<', String.raw`\u003c`);
  return html
    .replace(
      'lang="en-US" dir="ltr"',
      `lang="${intlTag(boot.locale)}" dir="${getTextDirection(boot.locale)}"${boot.theme === 'system' ? '' : ` data-theme="${boot.theme}"`}`,
    )
    .replaceAll(
      /media="\(prefers-color-scheme: (light|dark)\)"/g,
      (_, theme: Theme) => `media="${getThemeMedia(theme, boot.theme)}"`,
    )
    .replace('<title></title>', `<title>${boot.brand.shortName}</title>`)
    .replace('<!--boot-->', () => `<script type="application/json" id="boot">${data}</script>`);
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').status(200).send(html);
}
