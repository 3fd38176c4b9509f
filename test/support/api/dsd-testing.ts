import { randomUUID } from 'node:crypto';
import type { SignedRecord } from '#features/forms/server/public.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import { formCompletionHandlers } from '#app/server/form-completion-handlers.ts';
import { testPortal } from './portal-testing.ts';

/** DSD guests and their forms on a separate portal. Call it at the top of a test file. */
export async function createDsdFixture() {
  const portal = await testPortal();
  const { services } = portal;
  const { pool } = services.database;
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows;

  return {
    portal,
    services,
    rows,
    checkpointOf: async (affiliateId: number) =>
      (await rows<Record<string, unknown>>('select * from dsd_checkpoint where affiliate_id = $1', [affiliateId]))[0],
    setCheckpoint: (affiliateId: number, status: string, storeNumber: number | null = 20_001, daysAgo = 0) =>
      rows(
        `insert into dsd_checkpoint (affiliate_id, status, store_number, updated_at)
         values ($1, $2, $3, now() - make_interval(days => $4))
         on conflict (affiliate_id) do update set status = excluded.status, store_number = excluded.store_number,
           member_number = null, document_id = null, updated_at = excluded.updated_at`,
        [affiliateId, status, storeNumber, daysAgo],
      ),

    /** Inserts a signed record without content. */
    async storeRecord(affiliateId: number, medicalStatus: MedicalStatus, storeNumber: number | null = 20_001) {
      const forms: SignedRecord = {
        id: randomUUID(),
        affiliateId,
        packet: 'dsd',
        storeNumber,
        memberNumber: null,
        medicalStatus,
      };
      await rows(
        `insert into form_record (affiliate_id, id, packet, region, locale, versions, store_number, is_minor, sealed_key,
           sealed_content, signed_at, valid_until, keep_until, medical_status, medical_changed_at, cleared_at)
         values ($1, $2, 'dsd', 'EU', 'en-US', '{}', $3, false, '-', '-', now(), '2099-01-01', '2099-01-01', $4, now(), case when $4 = 'clear' then now() end)`,
        [affiliateId, forms.id, storeNumber, medicalStatus],
      );
      return forms;
    },
    runCompletionHandler: async (event: 'signed' | 'decided', forms: SignedRecord) => {
      const { id, medicalStatus } = forms;
      await rows(
        `update form_record set medical_status = $2, cleared_at = case when $2 = 'approved' then now() else cleared_at end
         where id = $1`,
        [id, medicalStatus],
      );
      return services.database.inTransaction('test', async (db) =>
        formCompletionHandlers.dsd?.[event]({ services, db, correlationId: 'test', now: new Date() }, forms),
      );
    },
  };
}
