import { Readable } from 'node:stream';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { CodedError } from '#platform/shared/errors.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { failScorm, scormLimits } from '#features/learning/shared/scorm-contract.ts';

interface ZipLimits {
  files: number;
  bytes: number;
}

/** An uploaded package whose paths were checked before anything was unpacked. */
export interface ScormZip {
  paths: readonly string[];
  open(path: string): Promise<Readable>;
  /** Bytes unpacked so far, because the sizes declared in the zip are not trusted. */
  unpackedBytes(): number;
}

/** Rejects unsafe paths and packages that exceed the limits. Only the entry names are held in memory. */
export async function openScormZip(
  file: Pick<UploadedFile, 'bytes' | 'readPart'>,
  limits: ZipLimits = scormLimits,
): Promise<ScormZip> {
  try {
    const zip = await fromRandomAccessReaderPromise(new UploadReader(file), file.bytes, {
      autoClose: false,
      lazyEntries: true,
      // yauzl would rewrite backslashes and reject other names without a distinct error if it decoded the names.
      decodeStrings: false,
      validateEntrySizes: false,
    });
    if (zip.entryCount > 2 * limits.files) throw failScorm('scorm.too_large');
    return createScormZip(zip, await readEntries(zip, limits), limits);
  } catch (error) {
    throw toZipError(error);
  }
}

async function readEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    const isFolder = name.endsWith('/');
    const path = (isFolder ? name.slice(0, -1) : name).normalize('NFC');
    if (!isSafePath(path) || !isFileOrFolder(entry) || entries.has(path)) throw failScorm('scorm.bad_path');
    if (isFolder) continue;
    if (entry.isEncrypted() || !entry.canDecodeFileData()) throw failScorm('scorm.not_a_zip');
    entries.set(path, entry);
    bytes += entry.uncompressedSize;
    if (entries.size > limits.files || bytes > limits.bytes) throw failScorm('scorm.too_large');
  }
  return entries;
}

function createScormZip(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: ZipLimits): ScormZip {
  let bytes = 0;
  async function* unpack(entry: Entry): AsyncIterable<Buffer> {
    let own = 0;
    try {
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        own += (piece as Buffer).length;
        bytes += (piece as Buffer).length;
        if (bytes > limits.bytes) throw failScorm('scorm.too_large');
        yield piece as Buffer;
      }
    } catch (error) {
      throw toZipError(error);
    }
    if (own !== entry.uncompressedSize) throw failScorm('scorm.not_a_zip');
  }
  return {
    paths: [...entries.keys()],
    async open(path) {
      const entry = entries.get(path);
      if (entry === undefined) throw new Error(`file not found in zip: ${path}`);
      return Readable.from(unpack(entry), { objectMode: false });
    },
    unpackedBytes: () => bytes,
  };
}

/** Rejects paths that could leave the folder or mean different files on different systems. */
function isSafePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what the check rejects
  if (path.length > 500 || /[\\\u0000-\u001f\u007f]|^[a-zA-Z]:/.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Zip files made on Unix can also contain links and devices. */
function isFileOrFolder({ externalFileAttributes }: Entry): boolean {
  const kind = (externalFileAttributes >>> 16) & 0o170000;
  return [0, 0o100000, 0o040000].includes(kind);
}

function toZipError(error: unknown): unknown {
  return error instanceof CodedError ? error : failScorm('scorm.not_a_zip', { cause: error });
}

class UploadReader extends RandomAccessReader {
  readonly #file: Pick<UploadedFile, 'readPart'>;

  constructor(file: Pick<UploadedFile, 'readPart'>) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.readPart(start, end), { objectMode: false });
  }
}
