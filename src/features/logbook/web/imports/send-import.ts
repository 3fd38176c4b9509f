import { ApiError } from '#platform/web/client/client.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { withRetry } from '#platform/web/client/retry.ts';
import type { FileMapping, ImportChoice } from '#features/logbook/shared/import-contract.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { importDocuments } from './import-documents.ts';
import type { ChosenFile } from './use-chosen-files.ts';
import { uploadFile } from './upload-files.ts';

interface ImportRequest {
  importId: string;
  files: readonly ChosenFile[];
  choices: ImportChoice[];
}

/** A folder with hundreds of files can exceed the server's requests per minute. */
const pauseMs = 15_000;
const maxPauses = 5;

/** Files that have dives and are not on the server yet. */
const needsUpload = ({ dives, isForServer }: ChosenFile) => dives.length > 0 && !isForServer;

/** Uploads the files and starts the import. `uploaded` has the files of earlier attempts, so it continues after them. */
export async function sendImport(
  { importId, files, choices }: ImportRequest,
  uploaded: Set<number>,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const uploads = files.filter(needsUpload);
  for (const [index, { position, file }] of uploads.entries()) {
    onProgress(index, uploads.length);
    if (uploaded.has(position)) continue;
    await withPauses(() =>
      uploadFile({ importId, position, file }, signal, (share) => onProgress(index + share, uploads.length)),
    );
    uploaded.add(position);
  }
  onProgress(uploads.length, uploads.length);
  const mappings = uploads.flatMap(({ position, mapping }): FileMapping[] =>
    mapping === null ? [] : [{ file: position, mapping }],
  );
  // Thousands of choices exceed one request. Stored twice after a lost response, they say the same.
  for (let start = 0; start < choices.length; start += importLimits.sentChoices) {
    const part = choices.slice(start, start + importLimits.sentChoices);
    await withRetry(() => graphql(importDocuments.addImportChoices, { id: importId, choices: part }));
  }
  await withRetry(() => graphql(importDocuments.startImport, { id: importId, choices: [], mappings }));
}

async function withPauses(upload: () => Promise<void>): Promise<void> {
  for (let pauses = 0; ; pauses++) {
    try {
      return await upload();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || pauses === maxPauses) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
