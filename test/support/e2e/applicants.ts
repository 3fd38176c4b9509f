import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { Application } from '#features/applications/shared/application.ts';
import type { PageOptions } from '#platform/testing/browser.ts';
import { createApiCaller } from './api-calls.ts';
import { runSql } from './database.ts';
import { openPageAsNewUser } from './new-users.ts';

/** The demo's instructor, whom applicants name. */
export const applicationPath = (id: number) => `/applications/${id}`;

export const instructor = { email: 'instructor@demo.test', memberNumber: 100_001, name: 'Tomás Reyes' };
const storeNumber = 20_001;

const exerciseIds = ['swim_400', 'tread_15', 'snorkel_800', 'tow_100', 'equipment_exchange'];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export interface Applicant {
  page: Page;
  email: string;
  name: string;
  affiliateId: number;
  advanced: number;
  rescue: number;
}

/** A new person with the cards and dives of a divemaster candidate. */
export async function openApplicant(givenName: string, options: PageOptions = {}): Promise<Applicant> {
  const { page, email } = await openPageAsNewUser(options);
  const [person] = await runSql<{ id: string }>(
    'update person set given_name = $2 where email = $1 returning affiliate_id::text as id',
    [email, givenName],
  );
  const affiliateId = Number(person?.id);
  const certify = async (levelId: number) => {
    const [card] = await runSql<{ id: string }>(
      `insert into certification (affiliate_id, level_id, cert_date, office) values ($1, $2, '2025-03-02', 'Leith')
       returning license_id::text as id`,
      [affiliateId, levelId],
    );
    return Number(card?.id);
  };
  const [advanced, rescue] = [await certify(30), await certify(40)];
  const common = 'dive_title, dive_location, dive_date, dive_type, max_depth_m, bottom_time_min';
  const values = "'A dive', 'Kelder Reef', '2026-06-14', 'Shore', 18, 40";
  await runSql(
    `insert into dive_log (affiliate_id, log_type, status, ${common})
     select $1, 'Recreational', 'Logged', ${values} from generate_series(1, 59)`,
    [affiliateId],
  );
  await runSql(
    `insert into dive_log (affiliate_id, log_type, status, log_course, adventure_dive, skills, memsys_member_number,
       verified_at, verified_by, ${common})
     select $1, 'Training', 'Verified', 'advanced', kind, '{x}', $2, now(), 400005, ${values}
     from unnest('{night,deep,navigation}'::text[]) kind`,
    [affiliateId, instructor.memberNumber],
  );
  return { page, email, name: `${givenName} Fjord`, affiliateId, advanced, rescue };
}

/** A one-page PDF with the text. */
function createPdf(content: string): Buffer {
  const drawn = `BT /F1 24 Tf 80 700 Td (${content}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`);
}

export const createPdfUpload = (name: string) => ({
  name: `${name}.pdf`,
  mimeType: 'application/pdf',
  buffer: createPdf(name),
});

/** Fills in a divemaster application by API. Only the exercises are unconfirmed. */
export async function fillApplication({ page, advanced, rescue }: Applicant, overrides: object = {}): Promise<number> {
  const call = await createApiCaller(page, 'applications');
  const { id } = await call<{ id: number }>('POST', 'Applications', { typeId: 1 });
  await call('POST', `Applications/${id}/proofs`, undefined, {
    file: createPdfUpload('Clearance of the physician'),
    key: randomUUID(),
    kind: 'medical',
    name: 'Clearance.pdf',
    dated: daysAgo(30),
  });
  const { version } = await call<Application>('GET', `Applications/${id}`);
  await call('PUT', `Applications/${id}`, {
    version,
    memberNumber: instructor.memberNumber,
    storeNumber,
    certificationCards: { advanced: { licenseID: advanced }, rescue: { licenseID: rescue } },
    firstAid: { date: daysAgo(100), provider: 'Harbour First Aid', isElsewhere: false },
    exercises: Object.fromEntries(exerciseIds.map((exercise) => [exercise, { score: 4, isConfirmed: false }])),
    statement: 'I would like to lead dives at the reef.',
    ...overrides,
  });
  return id;
}

/** Submits the application by API with a typed signature. */
export async function submitApplication({ page, name }: Applicant, id: number): Promise<void> {
  const call = await createApiCaller(page, 'applications');
  const { version } = await call<Application>('GET', `Applications/${id}`);
  await call('POST', `Applications/${id}/submit-to-member`, {
    key: randomUUID(),
    version,
    signature: { method: 'typed', typedName: name, isAcknowledged: true },
  });
}
