import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RenderedPage } from '#app/shared/page-rendering.ts';
import { getHeader, getRequestLocale, isForeignRequest } from '#platform/server/auth/access.ts';
import type { Services } from '#platform/server/http/context.ts';
import { getPreferenceCookie } from '#platform/server/http/cookies.ts';
import { preventCompression } from '#platform/server/http/compression.ts';
import { escapeHtml } from '#platform/server/mail/layout.ts';
import { deferredFilesId, startScript, type DeferredFiles } from '#platform/server/http/start-script.ts';
import { sendError } from '#platform/server/http/errors.ts';
import { getThemeMedia, themes, type BootData, type Theme } from '#platform/shared/boot-data.ts';
import type { Brand } from '#platform/shared/brand.ts';
import { fail } from '#platform/shared/errors.ts';
import { isServerPath } from '#platform/shared/return-path.ts';
import { toTimeZone } from '#platform/shared/time-zone.ts';
import { getTextDirection, intlTag } from '#platform/shared/locale.ts';
import { assetStoreFolder } from './web/asset-store.ts';
import { registerAssets } from './web/assets.ts';
import { renderPageMetadata } from './web/page-metadata.ts';
import { readPageAssets } from './web/page-assets.ts';
import { createPageFetch, createRendererLoader } from './web/page-renderer.ts';
import { createRenderLimit } from './web/render-limit.ts';
import { registerWebManifest } from './web/web-manifest.ts';
import { isUnlisted } from './well-known.ts';

export const webFolder = join(import.meta.dirname, '../../../dist/web');

export const productVersion = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

/** The element in index.html that contains the page. It is busy until the page responds to input. */
const emptyRoot = '<div id="root" aria-busy="true"></div>';

const mainScript = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;
const modulePreload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;

/** A page that the browser renders needs the router immediately. */
const routerSource = 'src/app/web/start-router.ts';

type RenderIndexHtml = (request: FastifyRequest) => Promise<string>;

/** The browser renders a page that the server could not render in time. */
const renderTimeoutMs = 5_000;

/** Serves the web app for every page URL. The client-side router selects the screen. */
export async function registerWebPage(
  app: FastifyInstance,
  services: Services,
  brand: Brand,
  makePage?: RenderIndexHtml,
): Promise<void> {
  app.get('/favicon.svg', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(renderFavicon(brand)),
  );
  registerWebManifest(app, brand);
  const createPage =
    makePage === undefined
      ? await registerBuiltPages(app, services.env)
      : async (request: FastifyRequest, _reply: FastifyReply, boot: BootData): Promise<Page> => ({
          html: await makePage(request),
          boot,
        });

  // Unknown addresses of the API and the account service match a route, so they are limited like the others.
  for (const url of ['/api/*', '/sso/*']) app.all(url, async (_request, reply) => reply.callNotFound());
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) return sendError(fail('not_found'), request, reply);
    const page = await createPage(request, reply, createBoot(services, brand, request));
    if (page === null) return reply;
    const { description, isEmpty } = page.rendered ?? {};
    const metadata = renderPageMetadata(services.messages, services.env, page.boot, request.url, description);
    const isHidden = isUnlisted(getPath(request)) || isEmpty;
    if (isHidden) reply.header('x-robots-tag', 'noindex, nofollow');
    return sendPage(reply, { ...page, metadata, isHidden: isHidden === true });
  });
}

/** Serves the files of the build. Returns a function that renders a page, or answers with a redirect and returns null. */
async function registerBuiltPages(app: FastifyInstance, env: Services['env']) {
  const { BASE_URL, DATA_DIR } = env;
  // The build of this process, also after another process has published a new one.
  const buildFolder = realpathSync(webFolder);
  const assets = readPageAssets(buildFolder);
  await registerAssets(app, join(buildFolder, 'assets'), assetStoreFolder(DATA_DIR));
  const worker = readFileSync(join(buildFolder, 'service-worker.js'));
  app.get('/service-worker.js', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' })
      .type('text/javascript; charset=utf-8')
      .send(worker),
  );
  const loadRenderer = createRendererLoader(buildFolder);
  const mayRender = createRenderLimit(app, env);

  return async (request: FastifyRequest, reply: FastifyReply, boot: BootData): Promise<Page | null> => {
    const { findPage, renderPage } = await loadRenderer();
    const url = new URL(BASE_URL + request.url);
    const { features, source, isServerRendered } = findPage(url.pathname);
    // The service worker asks for pages without personal data, which it shows without a network.
    const isForCache = request.headers['x-page'] === 'empty';
    const signal = AbortSignal.timeout(renderTimeoutMs);
    const render = () =>
      renderPage({
        url,
        boot,
        fetch: createPageFetch(app, request, reply),
        loadMessages: assets.loadMessages,
        signal,
      });
    const rendered =
      isServerRendered && !isForCache && mayRender(request)
        ? await Promise.race([render(), rejectWhenAborted(signal)]).catch((error: unknown) => {
            request.log.error({ err: error, path: url.pathname }, 'page rendering failed');
            return undefined;
          })
        : undefined;
    // Another origin could find out personal data by the size of pages that also contain parts of their URL.
    if (isForeignRequest(request)) preventCompression(reply);
    if (rendered !== undefined && 'redirectTo' in rendered) {
      reply.header('cache-control', 'private, no-store').redirect(rendered.redirectTo);
      return null;
    }
    return {
      html: assets.html,
      boot: rendered === undefined ? boot : { ...boot, locale: rendered.locale },
      fonts: assets.listFonts(rendered?.locale ?? boot.locale),
      files: assets.listPageFiles(rendered === undefined ? [routerSource, source] : [source]),
      messages: ['shell', ...features].map((feature) =>
        assets.getMessagesUrl(feature, rendered?.locale ?? boot.locale),
      ),
      ...(rendered !== undefined && { rendered }),
    };
  };
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

/** The brand's logo in colors that are visible on light and dark browser tabs. */
function renderFavicon({ logo }: Brand): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0f8591" d="${logo[0]}"/><path fill="#57a8ad" d="${logo[1]}"/></svg>`;
}

function getPath({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}

function isPageRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isServerPath(getPath(request))) return false;
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
    host: request.hostname,
    locale: getRequestLocale(request),
    timeZone: readTimeZone(request),
    theme: readTheme(request),
    maintenance: { isOn: flags.isOn('maintenance-banner'), message: flags.text('maintenance-message') },
    errorSampleRate: flags.number('browser-error-sample-rate'),
    isProduction: env.isProduction,
  };
}

/** The browser stores its time zone in a cookie, because no header contains it. */
function readTimeZone(request: FastifyRequest): string {
  return toTimeZone(getPreferenceCookie(request, 'time-zone') ?? '') ?? 'UTC';
}

function readTheme(request: FastifyRequest): Theme {
  return themes.find((theme) => theme === getPreferenceCookie(request, 'theme')) ?? 'system';
}

interface Page {
  html: string;
  metadata?: string;
  /** From search engines. */
  isHidden?: boolean;
  fonts?: readonly string[];
  boot: BootData;
  files?: { scripts: readonly string[]; styles: readonly string[] };
  messages?: readonly string[];
  rendered?: RenderedPage;
}

function renderDocument({
  html,
  metadata = '',
  isHidden,
  boot,
  fonts,
  files = { scripts: [], styles: [] },
  messages = [],
  rendered,
}: Page): string {
  const head = [
    ...(isHidden ? ['<meta name="robots" content="noindex, nofollow" />'] : []),
    metadata,
    ...(fonts ?? []).map((url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}" />`),
    ...(rendered
      ? []
      : [
          ...messages.map((url) => `<link rel="preload" as="fetch" crossorigin href="${url}" />`),
          ...files.scripts.map((url) => `<link rel="modulepreload" crossorigin href="${url}" />`),
        ]),
    embedJson('boot', boot),
    ...(rendered
      ? [
          embedJson('page-data', rendered.data),
          embedJson(deferredFilesId, {
            ...findDeferredFiles(html, files.scripts, messages),
            hasFormats: rendered.data.session !== null,
          } satisfies DeferredFiles),
          `<script>${startScript}</script>`,
        ]
      : []),
  ];
  // After the main stylesheet, which declares the order of the CSS layers.
  const styles = files.styles.map((url) => `<link rel="stylesheet" crossorigin href="${url}" />`);
  return (rendered ? html.replaceAll(mainScript, '').replaceAll(modulePreload, '') : html)
    .replace(
      'lang="en-US" dir="ltr"',
      `lang="${intlTag(boot.locale)}" dir="${getTextDirection(boot.locale)}"${boot.theme === 'system' ? '' : ` data-theme="${boot.theme}"`}`,
    )
    .replaceAll(
      /media="\(prefers-color-scheme: (light|dark)\)"/g,
      (_, theme: Theme) => `media="${getThemeMedia(theme, boot.theme)}"`,
    )
    .replace('<title></title>', () => `<title>${escapeHtml(rendered?.title ?? boot.brand.shortName)}</title>`)
    .replace('<!--head-->', () => head.join('\n    '))
    .replace('</head>', () => `${styles.join('')}</head>`)
    .replace(emptyRoot, () => `${emptyRoot.replace('</div>', '')}${rendered?.html ?? ''}</div>`);
}

function findDeferredFiles(html: string, screenModules: readonly string[], messages: readonly string[]) {
  const [main] = collect(html, mainScript);
  if (main === undefined) throw new Error('index.html has no module script');
  return { main, modules: [...collect(html, modulePreload), ...screenModules], messages };
}

function collect(html: string, pattern: RegExp): string[] {
  return Array.from(html.matchAll(pattern), ([, url = '']) => url);
}

function embedJson(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`;
}

/** A rendered page contains personal data, so no cache may store it. */
function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .header('cache-control', page.rendered === undefined ? 'no-cache' : 'private, no-store')
    .type('text/html; charset=utf-8')
    .status(200)
    .send(renderDocument(page));
}
