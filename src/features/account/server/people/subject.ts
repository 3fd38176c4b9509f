import { joinTransaction } from '#platform/server/db/join-transaction.ts';
import { sql } from 'kysely';
import { appendAudit, type AuditAction, type ReadTarget } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { fail } from '#platform/shared/errors.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { type BirthdateOnFile, canManageAccount, getRelation, type Relation } from '#features/account/shared/policy.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { erasedPrefix } from '#features/account/server/personal-data/erasure-rules.ts';
import { lockPerson } from '#features/account/server/profile/queries.ts';

const findSubject = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .select((eb) => [
      'p.affiliate_id as affiliateId',
      'p.affiliate_type_id as affiliateTypeId',
      'p.member_number as memberNumber',
      'p.member_status as memberStatus',
      'p.store_number as storeNumber',
      'p.sub',
      'p.global_uuid as globalUuid',
      'p.email',
      'p.given_name as givenName',
      'p.middle_name as middleName',
      'p.family_name as familyName',
      'p.birthdate',
      'p.gender',
      'p.language',
      'p.version',
      'p.created_at as createdAt',
      'p.birthdate_corrected_at as birthdateCorrectedAt',
      sql<number[]>`array${eb
        .selectFrom('guardian_link as g')
        .select((eb) => eb.cast<number>('g.guardian_id', 'int4').as('id'))
        .whereRef('g.affiliate_id', '=', 'p.affiliate_id')}`.as('guardianIds'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

/** The person a request is about, and the caller's relation to them. */
export type Subject = Omit<Row<typeof findSubject>, 'guardianIds'> & { isMinor: boolean; relation: Relation };

/**
 * Returns the caller, a child they are guardian of, or, for staff, anyone. For all others it throws `not_found`, which
 * doesn't reveal whether they exist. Erased people are not found either.
 */
export async function requireSubject({ db, user, now }: Context, affiliateId: number): Promise<Subject> {
  const today = toIsoDate(now);
  const row = await findSubject.first(db, { affiliateId });
  const exists = row !== undefined && !row.sub.startsWith(erasedPrefix);
  const relation = exists ? getRelation(user, row, today) : null;
  if (row === undefined || relation === null) throw fail('not_found');
  const { guardianIds: _guardians, ...person } = row;
  return { ...person, isMinor: isMinor(person.birthdate, today), relation };
}

/** Returns the caller or one of their children. Staff get `access.denied`, because they don't manage accounts. */
export async function requireManagedSubject(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await requireSubject(ctx, affiliateId);
  if (!canManageAccount(subject.relation)) throw fail('access.denied');
  return subject;
}

/**
 * Locks the person for a change and checks access again, because the person may have been erased, or the caller may
 * have lost access, while the request waited for the lock or an upload.
 */
export async function lockSubject(ctx: Context, affiliateId: number): Promise<Subject> {
  await requireSubject(ctx, affiliateId);
  await lockPerson(ctx.db, { affiliateId });
  return requireSubject(ctx, affiliateId);
}

/** A path may identify the person by email, or by sub or affiliate id if they have none. */
export function assertIdentifiesSubject({ email, sub, affiliateId }: Subject, name: string): void {
  const names = email === null ? [sub, String(affiliateId)] : [email];
  if (!names.some((own) => own.toLowerCase() === name.toLowerCase())) throw fail('not_found');
}

/** Audits reads of another person's data. */
export async function auditRead(
  ctx: Context,
  subject: Pick<Subject, 'affiliateId' | 'relation' | 'isMinor'>,
  what: ReadTarget,
): Promise<void> {
  if (subject.relation === 'self') return;
  await joinTransaction(ctx, (db) =>
    appendAudit(db, {
      actor: ctx.user.affiliateId,
      action: `${what}.read`,
      subject: `person:${subject.affiliateId}`,
      data: { relation: subject.relation, isMinor: subject.isMinor },
      correlationId: ctx.correlationId,
    }),
  );
}

/** Audits a guardian's read of all their children. */
export async function auditFamilyRead(ctx: Context, children: readonly number[], what: ReadTarget): Promise<void> {
  for (const affiliateId of children) await auditRead(ctx, { affiliateId, relation: 'guardian', isMinor: true }, what);
}

/** Audits a change in the transaction of the change. */
export async function auditChange(
  ctx: Context,
  subject: Pick<Subject, 'affiliateId' | 'relation'>,
  action: AuditAction,
  data: Record<string, unknown> = {},
): Promise<void> {
  await appendAudit(ctx.db, {
    actor: ctx.user.affiliateId,
    action,
    subject: `person:${subject.affiliateId}`,
    data: { relation: subject.relation, ...data },
    correlationId: ctx.correlationId,
  });
}

export function formatFullName(person: Pick<Subject, 'givenName' | 'middleName' | 'familyName' | 'language'>): string {
  return formatPersonName(person, person.language);
}

export function toBirthdateOnFile(subject: Subject): BirthdateOnFile {
  const { relation, birthdate: former, createdAt, birthdateCorrectedAt: correctedAt } = subject;
  return { relation, former, createdAt, correctedAt };
}
