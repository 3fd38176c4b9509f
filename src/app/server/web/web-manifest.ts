import type { FastifyInstance } from 'fastify';
import type { Brand } from '#platform/shared/brand.ts';

/** Where phones send the files that people share with the installed app. */
const sharePath = '/logbook/import';

const extensions = '.uddf .ssrf .xml .fit .csv .tsv .txt .json .sml .zxu .zxl .dld .zip .db';
const mediaTypes =
  'application/octet-stream application/zip application/json application/xml text/xml text/csv text/plain text/tab-separated-values';
const diveFileTypes = `${extensions} ${mediaTypes}`.split(' ');

/** Serves the manifest of the installed app. Files that are shared with it are dive files. */
export function registerWebManifest(app: FastifyInstance, { name, shortName }: Brand): void {
  const manifest = {
    id: '/',
    name,
    short_name: shortName,
    start_url: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: diveFileTypes }] },
    },
  };
  app.get('/app.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest)),
  );
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is discarded while it arrives. Only a page can upload files, because the session's token is in its memory.
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload
        .resume()
        .once('end', () => done(null))
        .once('error', done);
    });
    // The service worker answers this request. Without it, the person is asked to choose the files.
    scope.post(sharePath, async (_request, reply) => reply.redirect(`${sharePath}?shared=none`, 303));
  });
}
