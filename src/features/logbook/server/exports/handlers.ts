import { Readable } from 'node:stream';
import * as z from 'zod';
import { createLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { formatContentDisposition } from '#platform/server/http/content-disposition.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { locales } from '#platform/shared/locale.ts';
import { unitSystems } from '#domain/units.ts';
import { fail } from '#features/logbook/shared/contract.ts';
import { DiveExport, type exportEndpoints, type ExportFormat } from '#features/logbook/shared/export-contract.ts';
import { createSubsurfaceWriter } from '#features/logbook/shared/dive-files/writers/write-subsurface.ts';
import { createUddfWriter } from '#features/logbook/shared/dive-files/writers/write-uddf.ts';
import { openImportFile } from '#features/logbook/server/imports/import-files.ts';
import { renderLogbook, splitIntoDocuments } from './logbook-pdf.ts';
import * as queries from './queries.ts';
import type { Selection } from './read-dives.ts';
import { writeRecordedDives, writeTable } from './write-files.ts';
import { zipFiles } from './zip-files.ts';

const linkPurpose = 'logbook.export';
const linkLifetimeS = 300;
/** Whole logbooks take the server some time, so a script can't request them in a loop. */
const exportsPerHour = { limit: 60, windowS: 3_600 };

const LinkData = DiveExport.extend({ affiliateId: z.int(), locale: z.enum(locales) });

export const exportHandlers: Handlers<typeof exportEndpoints> = {
  'POST api/Export/CreateLink': async (ctx, { body }) => {
    const { db, services, locale, correlationId } = ctx;
    const { affiliateId } = ctx.user;
    const dives = await queries.listExportedDives(db, affiliateId, body);
    if (dives.length === 0) throw fail('logbook.export_empty');
    if (body.format === 'originals') {
      const files = await queries.listOriginalFiles(db, { affiliateId, ids: dives.map(({ id }) => id) });
      if (files.length === 0) throw fail('logbook.no_originals');
    }
    const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, {
      key: `logbook-export:${affiliateId}`,
      ...exportsPerHour,
    });
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    await appendAudit(db, {
      actor: affiliateId,
      action: 'logbook.exported',
      subject: `person:${affiliateId}`,
      data: { format: body.format, dives: dives.length },
      correlationId,
    });
    const data = { ...body, affiliateId, locale } satisfies z.input<typeof LinkData>;
    const token = await createLink(db, { purpose: linkPurpose, data, lifetimeS: linkLifetimeS });
    return { url: `${services.env.BASE_URL}/api/logbook/api/Export/Download/${token}`, dives: dives.length };
  },

  /** Only redeems the link in its transaction. The dives are read while the file is sent. */
  'GET api/Export/Download/{token}': async ({ db, services, now }, { params: { token } }) => {
    const link = await redeemLink(db, token, linkPurpose);
    if (link === null) throw fail('logbook.export_expired');
    const { affiliateId, locale, ...request } = LinkData.parse(link);
    const dives = await queries.listExportedDives(db, affiliateId, request);
    const { body, type, ending } = await openFile(services, request.format, { affiliateId, dives, locale, now });
    const day = toIsoDate(now);
    const name = `${services.messages.format(locale, 'logbook.title')} ${day}.${ending}`;
    return new FileReply(body, type, {
      'content-disposition': formatContentDisposition(name, `logbook-${day}.${ending}`),
    });
  },
};

interface FileRequest extends Selection {
  locale: z.output<typeof LinkData>['locale'];
  now: Date;
}
interface OpenFile {
  body: Readable;
  type: string;
  ending: string;
}

async function openFile(services: Services, format: ExportFormat, request: FileRequest): Promise<OpenFile> {
  const { affiliateId, dives } = request;
  const toStream = (pieces: AsyncIterable<string | Buffer>) => Readable.from(pieces, { objectMode: false });
  if (format === 'csv') return { body: toStream(writeTable(services, request)), type: 'text/csv', ending: 'csv' };
  if (format === 'originals') {
    const ids = dives.map(({ id }) => id);
    const files = await queries.listOriginalFiles(services.database.db, { affiliateId, ids });
    const zipped = files.map(({ name, fileKey }) => ({ name, read: () => openImportFile(services, fileKey) }));
    return { body: zipFiles(zipped), type: 'application/zip', ending: 'zip' };
  }
  const diver = await queries.findDiver.first(services.database.db, { affiliateId });
  if (diver === undefined) throw failCall('not_found');
  if (format === 'pdf') return openLogbook(services, request, diver);
  const { name: program } = loadBrand(services.env.BRAND_FILE);
  const writer = format === 'uddf' ? createUddfWriter({ program, diver }) : createSubsurfaceWriter();
  const body = toStream(writeRecordedDives(services, request, writer));
  return { body, type: 'application/xml', ending: format === 'uddf' ? 'uddf' : 'ssrf' };
}

/** One document, or a zip of several, because a document is rendered in memory. */
async function openLogbook(
  services: Services,
  { dives, ...request }: FileRequest,
  { unit, ...diver }: { firstName: string; lastName: string; unit: string },
): Promise<OpenFile> {
  const units = unitSystems.find((system) => system === unit) ?? 'Metric';
  const key = { affiliateId: request.affiliateId, ids: dives.map(({ id }) => id) };
  const counts = await queries.countPhotos(services.database.db, key);
  const parts = splitIntoDocuments(dives, new Map(counts.map(({ logId, photos }) => [logId, photos])));
  const render = (part: typeof dives) => renderLogbook(services, { ...request, dives: part, units, diver });
  const [only] = parts;
  if (only !== undefined && parts.length === 1) {
    const renderOnly = async function* () {
      yield await render(only);
    };
    return { body: Readable.from(renderOnly(), { objectMode: false }), type: 'application/pdf', ending: 'pdf' };
  }
  const files = parts.map((part) => ({
    name: `${part[0]?.number}–${part.at(-1)?.number}.pdf`,
    read: () => render(part),
  }));
  return { body: zipFiles(files), type: 'application/zip', ending: 'zip' };
}
