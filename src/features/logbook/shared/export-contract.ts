import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { LogFilter } from './contract.ts';

const exportFormats = ['uddf', 'subsurface', 'csv', 'pdf', 'originals'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const maxIds = 1000;
const LogId = z.string().regex(/^[1-9]\d{0,17}$/);

/** The dives with these ids, or those that the filter finds. Without both, the whole logbook. Drafts are never included. */
export const DiveExport = z.object({
  format: z.enum(exportFormats),
  ids: z.array(LogId).min(1).max(maxIds).optional(),
  filter: LogFilter.optional(),
});
export type DiveExport = z.output<typeof DiveExport>;

export const exportEndpoints = defineEndpoints('logbook', {
  'POST api/Export/CreateLink': {
    summary: 'Creates a link that downloads dives of the caller once, within five minutes.',
    access: 'signedIn',
    bodyLimitBytes: 128 * 1024,
    body: DiveExport,
    output: z.object({ url: z.string(), dives: z.int() }),
  },
  'GET api/Export/Download/{token}': {
    summary: 'Downloads the exported dives. Authorized by the single-use token.',
    access: 'anyone',
    kind: 'write',
    params: z.object({ token: z.string().max(200) }),
    output: z.custom<Blob>(),
  },
});
