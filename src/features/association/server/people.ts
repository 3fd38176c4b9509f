import { appendAudit, type AuditAction } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { affiliateType, getRole } from '#domain/roles.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { findPeopleIds } from '#features/account/server/public.ts';
import { listApplicationTypes } from '#features/applications/server/public.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { type deskEndpoints, type FoundPerson, peoplePageSize } from '#features/association/shared/contract.ts';
import * as queries from './people-queries.ts';

const affiliateTypeIdsByKind = {
  all: Object.values(affiliateType),
  diver: [affiliateType.diver],
  professional: [affiliateType.divemaster, affiliateType.instructor],
  store: [affiliateType.store],
} as const;

function toFoundPerson({ affiliateTypeId, ...row }: queries.PersonRow, today: string): FoundPerson {
  return { ...row, role: getRole(affiliateTypeId), isMinor: isMinor(row.birthdate, today) };
}

/** The audit entry has only the length of the search, because the text may be a name that others should not read. */
export async function recordSearchAudit(
  ctx: Context,
  action: AuditAction,
  { search, ...more }: { search: string; hits: number; page: number; kind?: string },
): Promise<void> {
  await appendAudit(ctx.db, {
    actor: ctx.user.affiliateId,
    action,
    subject: 'search',
    data: { length: search.length, ...more },
    correlationId: ctx.correlationId,
  });
}

/** The ids on a page of search results. */
export const getPage = (ids: readonly number[], page: number): number[] =>
  ids.slice((page - 1) * peoplePageSize, page * peoplePageSize);

export const peopleHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET people' | 'GET people/{affiliateId}'> = {
  'GET people': async (ctx, { query: { search, kind, page } }) => {
    const { ids, hasMore, rows } = await ctx.services.database.readFromReplica(ctx.db, async (db) => {
      const found = await findPeopleIds(db, search, affiliateTypeIdsByKind[kind]);
      return { ...found, rows: await queries.listPeople(db, { ids: getPage(found.ids, page) }) };
    });
    await recordSearchAudit(ctx, 'person.search', { search, kind, hits: ids.length, page });
    const today = toIsoDate(ctx.now);
    return { items: rows.map((row) => toFoundPerson(row, today)), total: ids.length, hasMoreMatches: hasMore };
  },

  'GET people/{affiliateId}': async (ctx, { params: { affiliateId } }) => {
    const row = await queries.findPersonFile.first(ctx.db, { affiliateId });
    if (row === undefined) throw failCall('not_found');
    await appendAudit(ctx.db, {
      actor: ctx.user.affiliateId,
      action: 'person.read',
      subject: `person:${affiliateId}`,
      data: { relation: 'staff' },
      correlationId: ctx.correlationId,
    });
    const { createdAt, certifications, outsideCards, applications, dives, forms, orders, ...person } = row;
    return {
      ...toFoundPerson(person, toIsoDate(ctx.now)),
      language: person.language,
      createdDate: createdAt.toISOString(),
      hasPhoto: person.hasPhoto,
      guardians: person.guardians,
      children: person.children,
      certifications: certifications.map((card) => ({
        ...card,
        name: getLevelName(ctx, card.levelID),
        certDate: toCardDate(card.certDate),
      })),
      outsideCards,
      applications: applications.map(({ typeId, ...application }) => ({
        ...application,
        name: formatTypeName(ctx, typeId),
      })),
      counts: { dives, forms, orders },
    };
  },
};

/** In the reader's language; unknown levels are shown by number. */
export function getLevelName({ services, locale }: Pick<Context, 'services' | 'locale'>, levelID: number): string {
  const level = findLevel(levelID);
  return level === undefined ? `#${levelID}` : formatLevelName(services.messages, locale, level);
}

function formatTypeName(ctx: Context, typeId: number): string {
  const levelID = listApplicationTypes().find((type) => type.id === typeId)?.levelID;
  return levelID === undefined ? `#${typeId}` : getLevelName(ctx, levelID);
}
