import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The text files of a zip by name. */
export async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return parts;
}
