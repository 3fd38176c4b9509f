import type { Context } from '../../../platform/server/context.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import { writeName } from '../../../platform/shared/name.ts';
import type { Principal } from '../../../platform/server/token.ts';
import { accountNotices } from '../../account/shared/notices.ts';
import { dayOf, isMinor } from '../../account/shared/rules.ts';
import { notify } from '../../notifications/server/public.ts';

interface GuardianRow {
  guardianId: number;
  givenName: string;
  familyName: string;
  birthdate: string | null;
  language: string;
}

const selectGuardians = statement<GuardianRow, [sub: string]>(`
  select g.guardian_id::int as "guardianId", p.given_name as "givenName", p.family_name as "familyName",
    p.birthdate, p.language
  from guardian_link g join person p using (affiliate_id)
  where p.sub = $1 order by 1`);

/** A minor reset their own password by mail: every guardian is told, as when a guardian changes it. */
export async function notifyGuardiansOfReset(
  { services, now }: Pick<Context<Principal | null>, 'services' | 'now'>,
  db: Db,
  sub: string,
): Promise<void> {
  for (const { guardianId, birthdate, language, ...name } of await selectGuardians(db, sub)) {
    if (!isMinor(birthdate, dayOf(now))) continue;
    await notify(services, db, {
      to: guardianId,
      notice: accountNotices.childPasswordReset,
      values: { child: name.givenName, guardian: writeName(name, language) },
      path: '/family',
    });
  }
}
