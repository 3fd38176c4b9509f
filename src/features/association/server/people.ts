import { appendAudit } from '../../../platform/server/audit.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { roleOf } from '../../../platform/shared/access.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { dayOf, isMinor } from '../../account/shared/rules.ts';
import { listTypes } from '../../applications/server/public.ts';
import { levelNameIn } from '../../certifications/server/public.ts';
import { toCardDate } from '../../certifications/shared/card-date.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import { type deskCalls, type FoundPerson, peoplePageSize } from '../shared/contract.ts';
import * as sql from './people-sql.ts';
import { readTerm } from './search-term.ts';

const typesOf = { all: [1, 2, 3, 4, 9], diver: [1], professional: [2, 3], store: [4] } as const;

function toFound({ affiliateTypeId, ...row }: sql.FoundRow, today: string): FoundPerson {
  return { ...row, role: roleOf(affiliateTypeId), isMinor: isMinor(row.birthdate, today) };
}

/** What was looked for may be a name that nobody else should read: how long it was says enough. */
export async function logSearch(
  ctx: Context,
  action: string,
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

async function find(
  { db }: Context,
  search: string,
  page: [types: number[], limit: number, offset: number],
): Promise<sql.FoundPage[]> {
  const term = readTerm(search);
  if (term.kind === 'number') return sql.findByNumber(db, term.number, null, ...page);
  if (term.kind === 'email') return sql.findByEmail(db, term.pattern, term.email, ...page);
  return sql.findByName(db, term.longest, term.patterns, ...page);
}

export const peopleHandlers: Pick<Handlers<typeof deskCalls>, 'GET people' | 'GET people/{affiliateId}'> = {
  'GET people': async (ctx, { query: { search, kind, page } }) => {
    const rows = await find(ctx, search, [[...typesOf[kind]], peoplePageSize, (page - 1) * peoplePageSize]);
    const total = rows[0]?.total ?? 0;
    await logSearch(ctx, 'person.search', { search, kind, hits: total, page });
    const today = dayOf(ctx.now);
    return { items: rows.map((row) => toFound(row, today)), total };
  },

  'GET people/{affiliateId}': async (ctx, { params: { affiliateId } }) => {
    const [row] = await sql.findFile(ctx.db, affiliateId);
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
      ...toFound(person, dayOf(ctx.now)),
      language: person.language,
      createdDate: createdAt.toISOString(),
      hasPhoto: person.hasPhoto,
      guardians: person.guardians,
      children: person.children,
      certifications: certifications.map((card) => ({
        ...card,
        name: nameOfLevel(ctx, card.levelID),
        certDate: toCardDate(card.certDate),
      })),
      outsideCards: outsideCards.map((card) => ({ ...card, uploadedAt: new Date(card.uploadedAt).toISOString() })),
      applications: applications.map(({ typeId, stateDate, ...application }) => ({
        ...application,
        name: nameOfType(ctx, typeId),
        stateDate: new Date(stateDate).toISOString(),
      })),
      counts: { dives, forms, orders },
    };
  },
};

/** In the clerk's own language; a level that is no longer known by its number. */
export function nameOfLevel({ services, locale }: Pick<Context, 'services' | 'locale'>, levelID: number): string {
  const level = findLevel(levelID);
  return level === undefined ? `#${levelID}` : levelNameIn(services.messages, locale, level);
}

function nameOfType(ctx: Context, typeId: number): string {
  const levelID = listTypes().find((type) => type.id === typeId)?.levelID;
  return levelID === undefined ? `#${typeId}` : nameOfLevel(ctx, levelID);
}
