import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import sharp from 'sharp';
import { measuredAffiliateId } from './measured-person.ts';
import type { Portal } from './servers.ts';

const photoCount = 20;
const photoBytes = 8_000_000;
const watchEveryMs = 20;

interface PhotoUpload {
  photos: number;
  photoMb: number;
  peakMb: number;
  seconds: number;
}

/** Uploads the photos of one dive concurrently. They are rotated by EXIF, which is the most expensive kind to decode. */
export async function uploadPhotos(portal: Portal, connection: ClientConfig): Promise<PhotoUpload> {
  const photo = await makePhoto();
  const logId = await makeLog(connection);
  const end = new AbortController();
  const peak = watchPeak(portal, end.signal);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: photoCount }, () => send(portal, logId, photo)));
  const seconds = (performance.now() - startedAt) / 1_000;
  end.abort();
  return { photos: photoCount, photoMb: photo.length / 1e6, peakMb: (await peak) / 1e6, seconds };
}

async function watchPeak(portal: Portal, signal: AbortSignal): Promise<number> {
  let peakBytes = 0;
  while (!signal.aborted) {
    peakBytes = Math.max(peakBytes, await portal.readMemoryBytes());
    await delay(watchEveryMs);
  }
  return peakBytes;
}

/** 24 megapixels of noise, which compress badly. */
async function makePhoto(): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 21 };
  const raw = sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#204060', noise } });
  const jpeg = await raw.withMetadata({ orientation: 6 }).jpeg({ quality: 82 }).toBuffer();
  // Bytes after the end of a JPEG are ignored, so they can fill the file up.
  return Buffer.concat([jpeg, Buffer.alloc(Math.max(0, photoBytes - jpeg.length))]);
}

async function makeLog(connection: ClientConfig): Promise<string> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "insert into dive_log (affiliate_id, log_type) values ($1, 'Recreational') returning id",
    [measuredAffiliateId],
  );
  await client.end();
  return String(rows[0]?.id);
}

async function send({ port, headers }: Portal, logId: string, photo: Buffer<ArrayBuffer>): Promise<void> {
  const form = new FormData();
  form.append('image', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
  const url = `http://127.0.0.1:${port}/api/logbook/api/Image/UploadImage/${logId}`;
  const response = await fetch(url, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`photo upload failed: ${await response.text()}`);
}
