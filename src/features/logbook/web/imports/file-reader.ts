import type { CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import { emptyResult, type ReadAnswer, type ReadRequest, type ReadResult } from './read-messages.ts';

/** Large logbooks take a few seconds; a file that takes longer is hostile or far too large for this device. */
const timeoutMs = 60_000;

/** Reads files one after the other in a worker, which is replaced if a file makes it hang. */
export function createFileReader() {
  let worker: Worker | null = null;
  let lastId = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function read(file: File, mapping: CsvMapping | null): Promise<ReadResult> {
    worker ??= new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
    const current = worker;
    const id = ++lastId;
    return new Promise((resolve) => {
      const end = (result: ReadResult, isBroken: boolean) => {
        clearTimeout(timer);
        current.removeEventListener('message', onMessage);
        current.removeEventListener('error', onError);
        if (isBroken) {
          current.terminate();
          worker = null;
        }
        resolve(result);
      };
      const onMessage = ({ data }: MessageEvent<ReadAnswer>) => data.id === id && end(data.result, false);
      const onError = () => end({ ...emptyResult, error: 'malformed' }, true);
      const timer = setTimeout(() => end({ ...emptyResult, error: 'too-large' }, true), timeoutMs);
      current.addEventListener('message', onMessage);
      current.addEventListener('error', onError);
      current.postMessage({ id, file, mapping } satisfies ReadRequest, { transfer: [] });
    });
  }

  return {
    read(file: File, mapping: CsvMapping | null = null): Promise<ReadResult> {
      const result = queue.then(() => read(file, mapping));
      queue = result;
      return result;
    },
    close(): void {
      worker?.terminate();
      worker = null;
    },
  };
}
