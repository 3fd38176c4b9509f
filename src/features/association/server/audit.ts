import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { affiliateType } from '#domain/roles.ts';
import { findPeopleIds } from '#features/account/server/public.ts';
import { auditPageSize, type deskEndpoints } from '#features/association/shared/contract.ts';
import { listAuditEntries, listSubjects } from './audit-queries.ts';

/** A name is looked up for this many people, so a common one doesn't read the log of hundreds. */
const maxPeople = 5;
const maxApplications = 5;

export const auditHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET audit'> = {
  'GET audit': async (ctx, { query }) => {
    const { subject, actorId = null, actorName, action, before = null, show } = query;
    const { subjects, actors, pages } = await ctx.services.database.readFromReplica(ctx.db, async (db) => {
      const [subjects, actors] = await Promise.all([findSubjects(db, subject), findActors(db, actorId, actorName)]);
      const pages = await Promise.all(
        subjects.values.flatMap((oneSubject) =>
          actors.values.map((oneActor) =>
            listAuditEntries(
              db,
              { subject: oneSubject, actorId: oneActor, action, before, isChangesOnly: show === 'changes' },
              auditPageSize + 1,
            ),
          ),
        ),
      );
      return { subjects, actors, pages };
    });
    const rows = pages.flat().toSorted((a, b) => b.seq - a.seq);
    // Every page is audited, because reading can start at any of them.
    await appendAudit(ctx.db, {
      actor: ctx.user.affiliateId,
      action: 'audit.read',
      subject: 'audit',
      // A name may be one that others should not read, so only its length is recorded.
      data: {
        ...(isName(subject) ? { subjectLength: subject.length } : { subject }),
        actorId,
        ...(actorName !== '' && { actorNameLength: actorName.length }),
        action,
        before,
      },
      correlationId: ctx.correlationId,
    });
    return {
      items: rows.slice(0, auditPageSize).map(({ at, ...row }) => ({ ...row, date: at.toISOString() })),
      hasMore: rows.length > auditPageSize,
      hasMoreMatches: subjects.hasMore || actors.hasMore,
    };
  },
};

interface Found<Value> {
  values: readonly Value[];
  hasMore: boolean;
}

const isName = (subject: string) => subject !== '' && !subject.includes(':');

/** Everything about the people with this name. A word can also be a subject of its own, such as `audit`. */
async function findSubjects(db: Db, subject: string): Promise<Found<string>> {
  if (!isName(subject)) return { values: [subject], hasMore: false };
  const { ids, hasMore } = await findPeople(db, subject);
  const applications = await listSubjects(db, { affiliateIds: ids, limit: maxApplications });
  return {
    values: [subject, ...ids.map((id) => `person:${id}`), ...applications.map((row) => row.subject)],
    hasMore: hasMore || applications.length === maxApplications,
  };
}

async function findActors(db: Db, actorId: number | null, name: string): Promise<Found<number | null>> {
  if (actorId !== null || name === '') return { values: [actorId], hasMore: false };
  const { ids, hasMore } = await findPeople(db, name);
  return { values: ids, hasMore };
}

async function findPeople(db: Db, name: string): Promise<{ ids: number[]; hasMore: boolean }> {
  const { ids, hasMore } = await findPeopleIds(db, name, Object.values(affiliateType));
  return { ids: ids.slice(0, maxPeople), hasMore: hasMore || ids.length > maxPeople };
}
