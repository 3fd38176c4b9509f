import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';

const portal = await testPortal();
const { database } = portal.services;
const folder = join(portal.env.DATA_DIR, 'files/dive-photos');
const base = '/api/logbook/api/Image';
const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#204060' } })
  .jpeg()
  .toBuffer();

async function makeLog(): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into dive_log (affiliate_id, log_type, dive_title) values (400001, 'Recreational', 'Kelp') returning id::text",
  );
  return rows[0]?.id ?? '';
}

async function upload(logId: string): Promise<LogPhoto> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'a.jpg');
  const body = new Response(form);
  const type = { 'content-type': body.headers.get('content-type') ?? '' };
  const answer = await portal.app.inject({
    method: 'POST',
    url: `${base}/UploadImage/${logId}`,
    headers: { ...(await portal.headersOf('diver@demo.test')), ...type },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json<LogPhoto>();
}

const see = async (url: string) => (await portal.request('diver@demo.test', 'GET', url)).rawPayload;

it('stores a photo and its thumbnail encrypted and returns them unchanged', async () => {
  const photo = await upload(await makeLog());
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  for (const name of names) {
    const stored = await readFile(join(folder, name));
    await expect(sharp(stored).metadata()).rejects.toThrow('unsupported image format');
  }
  for (const url of [photo.url, photo.thumb_url]) expect((await sharp(await see(url)).metadata()).width).toBe(90);
});
