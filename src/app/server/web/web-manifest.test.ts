import { expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();

it('serves a manifest whose share target is the import screen', async () => {
  const answer = await portal.app.inject('/app.webmanifest');
  expect(answer.headers['content-type']).toMatch('application/manifest+json');
  const manifest = answer.json<{ name: string; share_target: { params: { files: { accept: string[] }[] } } }>();
  expect(manifest).toMatchObject({
    display: 'standalone',
    start_url: '/',
    share_target: { action: '/logbook/import', method: 'POST', enctype: 'multipart/form-data' },
  });
  expect(manifest.share_target.params.files).toMatchObject([{ name: 'files' }]);
  expect(manifest.share_target.params.files[0]?.accept).toEqual(expect.arrayContaining(['.uddf', '.fit', 'text/csv']));
});

it('redirects files that are shared without a service worker to the import screen, and stores nothing', async () => {
  const form = new FormData();
  form.append('files', new Blob(['Date,Depth\n2024-05-01,18\n']), 'dives.csv');
  const body = new Response(form);
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/logbook/import',
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe('/logbook/import?shared=none');
  const { rows } = await portal.services.database.pool.query('select count(*)::int from dive_import_file');
  expect(rows).toEqual([{ count: 0 }]);
});
