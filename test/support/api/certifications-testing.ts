import type { InjectOptions } from 'fastify';
import { dayMs } from '#platform/shared/dates.ts';
import type { ErrorBody } from '#platform/shared/errors.ts';
import { emailOf, demoAffiliateIds, type DemoPersonName } from './demo-people-testing.ts';
import type { TestPortal } from './portal-testing.ts';
import { storePhoto } from '#features/account/server/public.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { type SignableCard, signCard } from '#features/certifications/server/credentials/sign-card.ts';

/** The ISO date a number of days from now. */
export const isoDay = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
export const cardDay = (days: number) => toCardDate(isoDay(days));

/** The list entry of an Open Water certification. */
export const openWaterInfo = (licenseID: number) => ({
  licenseID,
  levelID: 10,
  eCardStockID: 35,
  certDate: '08-JUN-2024',
  levelName: 'Open Water',
  cardGroupCode: 'card-group-default',
  hasECard: true,
  isRevoked: false,
  maxDepthM: 18,
  iso: 'ISO 24801-2',
  popularity: 1,
  priceMinor: 3495,
});

interface CertificationOptions {
  certDate?: string;
  hasECard?: boolean;
  credential?: string;
}

/** Certifications and requests about them. */
export function createCertificationsFixture({ app, services, headersOf }: TestPortal) {
  const { pool } = services.database;
  let codes = 0;
  return {
    rows: async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[],

    clear: async () => {
      await pool.query('delete from certification');
      await pool.query('delete from outside_certification');
      await pool.query('delete from notification');
      await pool.query('delete from person_photo');
    },

    async give(
      to: DemoPersonName,
      levelID: number,
      { certDate = '2024-06-08', hasECard = true, credential }: CertificationOptions = {},
    ) {
      const code = `TEST-${String(++codes).padStart(4, '0')}-00`;
      const { rows } = await pool.query<{ id: number }>(
        `insert into certification (affiliate_id, level_id, cert_date, instructor_name, instructor_number, store_name,
           store_number, office, ecard_at, ecard_source, code, status_index, credential)
         values ($1, $2, $3, 'Tomás Reyes', 100001, 'Kelder Bay Diving', 20001, 'Leith',
           case when $4 then now() end, case when $4 then 'order' end, case when $4 then $5 end,
           case when $4 then nextval('card_status_seq') end, $6) returning license_id as id`,
        [demoAffiliateIds[to], levelID, certDate, hasECard, code, credential ?? null],
      );
      return Number(rows[0]?.id);
    },

    /** Signs the card like the job after issuing. */
    async sign(licenseID: number): Promise<string> {
      const { rows } = await pool.query<SignableCard>(
        `select affiliate_id as "affiliateId", license_id as "licenseID", level_id as "levelID", cert_date as "certDate",
           given_name || ' ' || family_name as name, instructor_name as "instructorName", office, credential,
           instructor_number as "instructorNumber", store_name as "storeName", c.store_number as "storeNumber",
           status_index as "statusIndex"
         from certification c join person using (affiliate_id) where license_id = $1`,
        [licenseID],
      );
      if (rows[0] === undefined) throw new Error(`card ${licenseID} not found`);
      return signCard(services, services.database.db, rows[0]);
    },

    async photograph(of: DemoPersonName, status: 'approved' | 'pending' = 'approved'): Promise<Buffer> {
      const jpeg = Buffer.from(`the photo of ${of}`);
      const fileKey = await storePhoto(services, demoAffiliateIds[of], jpeg);
      const decided = status === 'approved' ? [demoAffiliateIds.staff, new Date()] : [null, null];
      await pool.query(
        `insert into person_photo (affiliate_id, file_key, status, uploaded_by, decided_by, decided_at)
         values ($1, $2, $3, $1, $4, $5)`,
        [demoAffiliateIds[of], fileKey, status, ...decided],
      );
      return jpeg;
    },

    async call<Body>(as: DemoPersonName | null, method: InjectOptions['method'], url: string, payload?: unknown) {
      const answer = await app.inject({
        method: method ?? 'GET',
        url: `/api/${url}`,
        headers: await headersOf(emailOf(as)),
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, answer, body: (isJson ? answer.json() : null) as Body & ErrorBody };
    },
  };
}
