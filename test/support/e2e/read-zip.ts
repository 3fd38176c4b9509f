import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The texts of a zip by their names. */
export async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return parts;
}
