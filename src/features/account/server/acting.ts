import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { statement } from '../../../platform/server/db.ts';
import { fail } from '../../../platform/shared/errors.ts';
import { relationTo, type Relation } from '../shared/policy.ts';
import type { Gender } from '../../identity/shared/contract.ts';
import { dayOf, isMinor } from '../shared/rules.ts';

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
  isMinor: boolean;
  relation: Relation;
}

type SubjectRow = Omit<Subject, 'isMinor' | 'relation'> & { guardianIds: number[] };

const selectSubject = statement<SubjectRow, [affiliateId: number]>(`
  select p.affiliate_id as "affiliateId", p.affiliate_type_id as "affiliateTypeId", p.sub, p.global_uuid as "globalUuid",
    p.email, p.given_name as "givenName", p.middle_name as "middleName", p.family_name as "familyName", p.birthdate,
    p.gender, p.language, p.version,
    array(select g.guardian_id::int from guardian_link g where g.affiliate_id = p.affiliate_id) as "guardianIds"
  from person p where p.affiliate_id = $1`);

/**
 * Oneself, a child one is guardian of, or, for staff, anybody. Everybody else is not there: that they exist is not
 * told either.
 */
export async function demandSubject({ db, user, now }: Context, affiliateId: number): Promise<Subject> {
  const today = dayOf(now);
  const [row] = await selectSubject(db, affiliateId);
  const relation = row === undefined ? null : relationTo(user, row, today);
  if (row === undefined || relation === null) throw fail('not_found');
  const { guardianIds: _guardians, ...person } = row;
  return { ...person, isMinor: isMinor(person.birthdate, today), relation };
}

/** Reading another person's data is written down: staff's always, and whoever reads a minor's. */
export async function logReading(ctx: Context, subject: Subject, what: string): Promise<void> {
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

/** Changing another person's data is written down as well, with the change. */
export async function logChange(
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

export function fullNameOf(person: Pick<Subject, 'givenName' | 'middleName' | 'familyName'>): string {
  return [person.givenName, person.middleName, person.familyName].filter((name) => name !== '').join(' ');
}
