import { ApiError, createClient } from '#platform/web/client/client.ts';
import { withRetry } from '#platform/web/client/retry.ts';
import { uploadFormData } from '#platform/web/files/upload-form.ts';
import type { FilePreview, importEndpoints } from '#features/logbook/shared/import-contract.ts';

const template = '/api/logbook/api/Import/UploadFile/{importId}/{position}';
const maxName = 255;
const importClient = createClient<typeof importEndpoints>('/api/logbook');

interface FileUpload {
  importId: string;
  position: number;
  file: File;
}

/** Uploads a file. A repeated request finds the file of the first one, so it is safe to retry. */
export async function uploadFile(
  { importId, position, file }: FileUpload,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const url = template.replace('{importId}', importId).replace('{position}', String(position));
  await withRetry(async () => {
    if (signal.aborted) throw new ApiError(499, []);
    const form = new FormData();
    form.set('name', file.name.slice(-maxName));
    form.set('file', file);
    await uploadFormData(url, form, template, { signal, onProgress });
  });
}

/** Uploads a file that only the server can read, and asks what is in it. */
export async function describeOnServer(upload: FileUpload, signal: AbortSignal): Promise<FilePreview> {
  await uploadFile(upload, signal);
  const { importId, position } = upload;
  return withRetry(() =>
    importClient('POST api/Import/DescribeFile/{importId}/{position}', { params: { importId, position } }),
  );
}
