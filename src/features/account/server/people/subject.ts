import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { fail } from '#platform/shared/errors.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { type BirthdateOnFile, getRelation, type Relation } from '#features/account/shared/policy.ts';
import type { Gender } from '#features/identity/shared/contract.ts';
import { toIsoDate, isMinor } from '#features/account/shared/rules.ts';
import { erasedPrefix } from '#features/account/server/personal-data/erasure-rules.ts';
import { lockPerson } from '#features/account/server/profile/queries.ts';

/** The person a call is about, and what the caller is to them. */
export interface Subject {
  affiliateId: number;
  affiliateTypeId: number;
  sub: string;
  globalUuid: string;
  email: string | null;
  givenName: string;
  middleName: string;
  familyName: string;
  birthdate: string | null;
  gender: Gender | null;
  language: string;
  version: number;
  createdAt: Date;
  birthdateCorrectedAt: Date | null;
  isMinor: boolean;
  relation: Relation;
}

type SubjectRow = Omit<Subject, 'isMinor' | 'relation'> & { guardianIds: number[] };

const selectSubject = statement<SubjectRow, [affiliateId: number]>(`
  select p.affiliate_id as "affiliateId", p.affiliate_type_id as "affiliateTypeId", p.sub, p.global_uuid as "globalUuid",
    p.email, p.given_name as "givenName", p.middle_name as "middleName", p.family_name as "familyName", p.birthdate,
    p.gender, p.language, p.version, p.created_at as "createdAt", p.birthdate_corrected_at as "birthdateCorrectedAt",
    array(select g.guardian_id::int from guardian_link g where g.affiliate_id = p.affiliate_id) as "guardianIds"
  from person p where p.affiliate_id = $1`);

/**
 * Oneself, a child one is guardian of, or, for staff, anybody. Everybody else is not there: that they exist is not
 * told either. Nor is the shell of somebody who was erased.
 */
export async function requireSubject({ db, user, now }: Context, affiliateId: number): Promise<Subject> {
  const today = toIsoDate(now);
  const [row] = await selectSubject(db, affiliateId);
  const isThere = row !== undefined && !row.sub.startsWith(erasedPrefix);
  const relation = isThere ? getRelation(user, row, today) : null;
  if (row === undefined || relation === null) throw fail('not_found');
  const { guardianIds: _guardians, ...person } = row;
  return { ...person, isMinor: isMinor(person.birthdate, today), relation };
}

/**
 * The same for whoever changes something of a profile: one after the other, and as things stand once it is one's turn.
 * Who was erased or lost the right to act while somebody waited, for the lock or for a picture, changes nothing.
 */
export async function lockSubject(ctx: Context, affiliateId: number): Promise<Subject> {
  await requireSubject(ctx, affiliateId);
  await lockPerson(ctx.db, affiliateId);
  return requireSubject(ctx, affiliateId);
}

/** A path may name the person as well: by their e-mail; one who has none by the sub or by their number. */
export function assertIdentifiesSubject({ email, sub, affiliateId }: Subject, name: string): void {
  const names = email === null ? [sub, String(affiliateId)] : [email];
  if (!names.some((own) => own.toLowerCase() === name.toLowerCase())) throw fail('not_found');
}

/** Reading another person's data is written down: staff's always, and whoever reads a minor's. */
export async function auditRead(
  ctx: Context,
  subject: Pick<Subject, 'affiliateId' | 'relation' | 'isMinor'>,
  what: string,
): Promise<void> {
  if (subject.relation === 'self') return;
  await ctx.services.database.inTransaction(ctx.correlationId, (db) =>
    appendAudit(db, {
      actor: ctx.user.affiliateId,
      action: `${what}.read`,
      subject: `person:${subject.affiliateId}`,
      data: { relation: subject.relation, isMinor: subject.isMinor },
      correlationId: ctx.correlationId,
    }),
  );
}

/** The same for what a guardian sees of all their children at once. */
export async function auditFamilyRead(ctx: Context, children: readonly number[], what: string): Promise<void> {
  for (const affiliateId of children) await auditRead(ctx, { affiliateId, relation: 'guardian', isMinor: true }, what);
}

/** Changing another person's data is written down as well, with the change. */
export async function auditChange(
  ctx: Context,
  subject: Pick<Subject, 'affiliateId' | 'relation'>,
  action: string,
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
