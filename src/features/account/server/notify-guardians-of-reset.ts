import { defineJob } from '../../../platform/server/jobs.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import { passwordResets } from '../../identity/server/public.ts';
import { notify } from '../../notifications/server/public.ts';
import { accountNotices } from '../shared/notices.ts';
import { dayOf, isMinor } from '../shared/rules.ts';
import { nameOf } from './name-sql.ts';

interface GuardianRow {
  guardianId: number;
  child: string;
  name: string;
  birthdate: string | null;
}

const selectGuardians = statement<GuardianRow, [sub: string]>(`
  select g.guardian_id::int as "guardianId", p.given_name as child, ${nameOf('p')} as name, p.birthdate
  from guardian_link g join person p using (affiliate_id)
  where p.sub = $1 order by 1`);

/** A minor reset their own password by mail: every guardian is notified, as when a guardian changes it. */
export const notifyGuardiansOfReset = defineJob(
  passwordResets.name,
  passwordResets,
  async ({ services, database, now }, { sub }) => {
    const today = dayOf(now);
    const notifyAll = async (db: Db) => {
      for (const { guardianId, child, name, birthdate } of await selectGuardians(db, sub))
        if (isMinor(birthdate, today))
          await notify(services, db, {
            to: guardianId,
            notice: accountNotices.childPasswordReset,
            values: { child, guardian: name },
            path: '/family',
          });
    };
    await database.inTransaction(passwordResets.name, notifyAll);
  },
);
