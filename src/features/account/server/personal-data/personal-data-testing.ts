import type { FastifyInstance } from 'fastify';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Job, JobContext } from '#platform/server/jobs/jobs.ts';
import { createLink } from '#platform/server/auth/single-use-links.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { encrypt } from '#platform/server/crypto/secrets.ts';
import { encryptRows, plain } from './encrypt-rows-testing.ts';
import { applicationRows, formRows, type Rows } from './personal-forms-testing.ts';
import { recordingRows } from './personal-recordings-testing.ts';

interface TestPortal {
  app: FastifyInstance;
  services: Services;
}

export interface PersonWithData {
  affiliateId: number;
  sub: string;
  email: string;
  /** Contained in all data that may be exported. */
  canary: string;
  /** Contained in all data that may not be exported. */
  secret: string;
  photoKey: string;
  exportKey: string;
  /** Keys of a dive's photo, of its thumbnail and of an imported file. */
  diveKeys: string[];
  /** Keys of a card's picture and PDF, and of an outside certification. */
  cardKeys: string[];
  /** Key of a signed form's document, which is retained. */
  formKey: string;
  /** Key of a copy that was uploaded for an application. */
  proofKey: string;
}

const onePerPerson = [
  'dsd_checkpoint',
  'dsd_photo',
  'handover',
  'logbook_setting',
  'mailing_address',
  'membership',
  'phone_number',
  'preference',
  'recipient',
];

/** Creates at least one row in every table with personal data, and the files that belong to them. */
export async function createPersonWithData(portal: TestPortal, email: string, canary: string): Promise<PersonWithData> {
  const { services } = portal;
  const { pool } = services.database;
  const { rows } = await pool.query('select affiliate_id, sub from person where email = $1', [email]);
  const { affiliate_id: affiliateId, sub } = rows[0] as { affiliate_id: number; sub: string };
  const secret = `${canary}-secret`;
  const photoKey = `photos/${canary}.jpg`;
  const exportKey = `exports/${canary}.zip`;
  await services.files.put(exportKey, Buffer.from('a zip'), 'application/zip');
  const diveKeys = [`dive-photos/${canary}.jpg`, `dive-photos/${canary}-thumb.jpg`];
  const dsdKey = `dsd-photos/${canary}.jpg`;
  const importKey = `dive-files/${canary}`;
  const cardKeys = [`cards/${canary}.png`, `cards/${canary}.pdf`, `outside-certifications/${canary}.jpg`];
  const formKey = `forms/${canary}`;
  const birthdateKey = `birthdates/${canary}`;
  const proofKey = `applications/${canary}`;
  for (const key of [photoKey, ...diveKeys, dsdKey, importKey, ...cardKeys, formKey, birthdateKey, proofKey])
    await services.files.put(key, Buffer.from(plain(canary)), 'application/octet-stream');

  const person = [affiliateId, canary];
  const account = [sub, canary];
  const statements: Rows = [
    ['update person set city = $2 where affiliate_id = $1', person],
    ['update account set middle_name = $2 where sub = $1', account],
    [
      `insert into session (affiliate_id, secret_hash, refresh_token, user_agent, expires_at)
       values ($1, $3, $3, $2, now() + interval '1 day')`,
      [...person, secret],
    ],
    [
      `insert into notification (affiliate_id, name, message, kind, locale) values ($1, $2, $2, 'account.photo_approved', 'en-US')`,
      person,
    ],
    ['insert into notification_choice (affiliate_id, kind, in_portal, by_mail) values ($1, $2, true, true)', person],
    ["insert into dsd_checkpoint (affiliate_id, status) values ($1, 'forms')", [affiliateId]],
    [
      'insert into dsd_photo (affiliate_id, file_key, added_by, added_at) values ($1, $2, $1, now())',
      [affiliateId, dsdKey],
    ],
    [
      'insert into mailing_address (affiliate_id, sealed_address) values ($1, $2)',
      [affiliateId, plain(JSON.stringify({ addressLine1: canary }))],
    ],
    ['insert into phone_number (affiliate_id, sealed_number) values ($1, $2)', [affiliateId, plain(canary)]],
    ['insert into phone_change (affiliate_id, sealed_number) values ($1, $2)', [affiliateId, plain(canary)]],
    [
      `insert into sync_event (affiliate_id, id, event_type, sealed_event) values ($1, gen_random_uuid(), 'phone_update', $2)`,
      [affiliateId, plain(canary)],
    ],
    ['insert into person_photo (affiliate_id, file_key, uploaded_by) values ($1, $2, $1)', [affiliateId, photoKey]],
    [
      `insert into passkey (sub, id, public_key, counter, name, is_synced) values ($1, $2, convert_to($2, 'utf8'), 1, $2, false)`,
      account,
    ],
    [
      'insert into second_factor (sub, sealed_secret) values ($1, $2)',
      [
        sub,
        encrypt(
          services.env.SECRET_KEYS,
          EncryptionContext.ofRow('second-factor', 'second_factor', 'sealed_secret', { sub }),
          secret,
        ),
      ],
    ],
    ['insert into recovery_code (sub, code_hash) values ($1, $2)', [sub, secret]],
    [
      `insert into pending_sign_in (interaction_uid, sub, password_fingerprint, expires_at)
       values ($2, $1, $2, now() + interval '5 minutes')`,
      account,
    ],
    [`insert into security_log (kind, affiliate_id, user_agent) values ('sign_in.failed', $1, $2)`, person],
    [
      `insert into data_export (affiliate_id, requested_by, state, file_key, ready_at, expires_at)
       values ($1, $1, 'ready', $2, now(), now() + interval '1 day')`,
      [affiliateId, exportKey],
    ],
    [
      `insert into account_deletion (affiliate_id, requested_by, due_at) values ($1, $1, now() + interval '1 day')`,
      [affiliateId],
    ],
    ['insert into preference (affiliate_id) values ($1)', [affiliateId]],
    [
      `insert into recipient (affiliate_id, communications, third_party, communication_language, effective_at)
       values ($1, true, false, $2, now())`,
      person,
    ],
    [
      `insert into consent_record (affiliate_id, subject, value, text_version, text_locale, how, mailing_job)
       values ($1, 'communications', 'true', '1', 'en-US', 'sign-up', $2)`,
      person,
    ],
    [
      `insert into guardian_link (affiliate_id, guardian_id) values ($1, 400008), (400008, $1) on conflict do nothing`,
      [affiliateId],
    ],
    [
      `insert into mail_outbox (affiliate_id, to_address, locale, subject, text, html)
       values ($1, 'elsewhere@demo.test', 'en-US', $2, $4, $4), (null, $3, 'en-US', $2, '', '')`,
      [...person, email.toUpperCase(), secret],
    ],
    ["insert into dive_log (affiliate_id, log_type, dive_title) values ($1, 'Recreational', $2)", person],
    [
      `insert into dive_photo (affiliate_id, log_id, file_key, thumb_key, width, height, position)
       select $1, max(id), $2, $3, 4, 3, 1 from dive_log where affiliate_id = $1`,
      [affiliateId, ...diveKeys],
    ],
    ['insert into own_dive_site (affiliate_id, name, search_name) values ($1, $2, $2)', person],
    ...recordingRows(affiliateId, canary, importKey),
    ...learningRows(person),
    ...certificationRows(affiliateId, canary, secret, cardKeys),
    ...clubRows(affiliateId, canary, secret),
    ...shopRows(affiliateId, canary, secret),
    ...formRows(affiliateId, canary, secret, formKey),
    ...correctionRows(affiliateId, canary, secret, birthdateKey),
    ...applicationRows(affiliateId, canary, proofKey),
    [
      `insert into oidc_payload (model, id, payload, account_id) values ('Session', $2, jsonb_build_object('x', $3::text), $1)`,
      [...account, secret],
    ],
  ];
  // The demo's rows are removed first, because these tables have one row per person.
  for (const table of onePerPerson) await pool.query(`delete from ${table} where affiliate_id = $1`, [affiliateId]);
  for (const [text, values] of statements) await pool.query(text, values);
  await encryptRows(services);
  await services.database.inTransaction('fill', async (db) => {
    await createLink(db, { purpose: 'test', data: { sub, secret }, lifetimeS: 60 });
    const data = { canary };
    await appendAudit(db, {
      actor: null,
      action: 'profile.read',
      subject: `person:${affiliateId}`,
      data,
      correlationId: '',
    });
    await appendAudit(db, { actor: affiliateId, action: 'profile.read', subject: 'thing:1', data, correlationId: '' });
  });
  return {
    affiliateId,
    sub,
    email,
    canary,
    secret,
    photoKey,
    exportKey,
    diveKeys: [...diveKeys, importKey],
    cardKeys,
    formKey,
    proofKey,
  };
}

/** Rows of corrections and of guardians' decisions. */
function correctionRows(affiliateId: number, canary: string, secret: string, documentKey: string): Rows {
  return [
    [
      `insert into birthdate_correction (affiliate_id, id, birthdate, former, requested_by, content_type, file_key, reason)
       values ($1, gen_random_uuid(), '1990-01-02', '1990-01-01', $1, 'image/png', $3, $2)`,
      [affiliateId, canary, documentKey],
    ],
    [
      `insert into email_correction (affiliate_id, old_email, new_email, reason, requested_by)
       values ($1, $2 || '@example.test', $2 || '@example.test', $2, 400008)`,
      [affiliateId, canary],
    ],
    [
      `insert into guardian_agreement (affiliate_id, invite_id, guardian_id)
       select affiliate_id, id, 400004 from guardian_invite where affiliate_id = $1`,
      [affiliateId],
    ],
    [
      `insert into guardian_removal (affiliate_id, guardian_id, requested_by, kind, state, reason, review_text)
       values ($1, 400004, $1, 'staff', 'removed', $2, $3)`,
      [affiliateId, canary, secret],
    ],
    ['insert into former_guardian (affiliate_id, guardian_id) values ($1, 400004)', [affiliateId]],
  ];
}

/** Rows of a course and a code. */
function learningRows(person: unknown[]): Rows {
  const course = '(affiliate_id, package_id';
  return [
    [`insert into enrollment ${course}, source) values ($1, $2, 'code')`, person],
    [`insert into lesson_progress ${course}, lesson, opened_at) values ($1, $2, $2, now())`, person],
    [`insert into lesson_answer ${course}, question, answer, answered_at) values ($1, $2, $2, '["0"]', now())`, person],
    ['insert into learning_step (affiliate_id, key) values ($1, gen_random_uuid())', person.slice(0, 1)],
    [
      `insert into course_attempt ${course}, kind, section, number, culture, questions)
       values ($1, $2, 'quiz', $2, 1, 'en-US', '[]')`,
      person,
    ],
    [
      `insert into skill_sign_off ${course}, skill, signed_on, note, signed_by, signed_name, member_number)
       values ($1, $2, 'hover', now(), $2, 400005, 'Tomás Reyes', 100001)`,
      person,
    ],
    [`insert into record_archive ${course}, enrolled_at, record) values ($1, $2, now(), '{}')`, person],
    [`insert into elearning_preparation ${course}, state) values ($1, $2, 'ready')`, person],
    [`insert into scorm_progress ${course}, item, cmi, seq) values ($1, $2, $2, '{}', 1)`, person],
    [
      `insert into access_code (code, package_id, certification_name, holder_affiliate_id)
       select upper(substr(h, 1, 4) || '-' || substr(h, 5, 4) || '-' || substr(h, 9, 4)), 'deep', 'Deep Diver', $1
       from md5($2) h`,
      person,
    ],
  ];
}

/** Rows of a card with its files, and of an outside certification. */
function certificationRows(affiliateId: number, canary: string, secret: string, [png, pdf, picture]: string[]): Rows {
  return [
    [
      `insert into certification (affiliate_id, level_id, cert_date, office, credential)
       values ($1, 57, '2025-01-01', $2, $3)`,
      [affiliateId, canary, secret],
    ],
    [
      `insert into card_file (affiliate_id, license_id, culture, digest, png_key, pdf_key)
       select $1, max(license_id), 'en-US', 'x', $2, $3 from certification where affiliate_id = $1`,
      [affiliateId, png, pdf],
    ],
    [
      'insert into outside_certification (affiliate_id, agency, level, file_key) values ($1, $2, $2, $3)',
      [affiliateId, canary, picture],
    ],
    [
      `insert into outside_training (affiliate_id, package_id, part, trained_on, place, instructor_number, entered_by)
       values ($1, 'open-water', 'skills', '2026-01-02', $2, 'A-1', $1)`,
      [affiliateId, canary],
    ],
  ];
}

/** Rows of a membership and its payments; the retained ones contain only numbers. */
function clubRows(affiliateId: number, canary: string, secret: string): Rows {
  return [
    [
      'insert into membership (affiliate_id, payment_method, payment_hint) values ($1, $3, $2)',
      [affiliateId, canary, secret],
    ],
    [
      `insert into membership_period (affiliate_id, kind, starts_on, ends_on, price_minor, currency)
       values ($1, 'first', '2001-01-01', '2002-01-01', 2695, 'USD')`,
      [affiliateId],
    ],
    [
      `insert into renewal_try (affiliate_id, due_on, number, outcome) values ($1, '2002-01-01', 1, 'declined')`,
      [affiliateId],
    ],
    [
      `insert into membership_reminder (affiliate_id, ends_on, days_before) values ($1, '2002-01-01', 0)`,
      [affiliateId],
    ],
    [
      `insert into payment (affiliate_id, purpose, key, amount_minor, currency, description, return_path, expires_at,
         state, settled_at, method, hint)
       values ($1, 'club', gen_random_uuid(), 2695, 'USD', 'A year', '/club', now(), 'paid', now(), $3, $2)`,
      [affiliateId, canary, secret],
    ],
  ];
}

/** Rows of a basket and an order that was sent, paid and refunded; the retained ones contain no address. */
function shopRows(affiliateId: number, canary: string, secret: string): Rows {
  return [
    ['insert into basket (affiliate_id, codes) values ($1, array[$2])', [affiliateId, canary]],
    [
      `insert into billing_country (affiliate_id, country) values ($1, 'SE')
       on conflict (affiliate_id) do update set country = 'SE'`,
      [affiliateId],
    ],
    [
      `insert into payment_request (affiliate_id, request_id, key, lines, codes, currency, total_minor, expires_at)
       values ($1, gen_random_uuid(), gen_random_uuid(), '[]', array[$2], 'USD', 0, now())`,
      [affiliateId, canary],
    ],
    [
      `insert into basket_line (affiliate_id, line_id, product_id, quantity)
       select $1, gen_random_uuid(), min(product_id), 1 from product where kind = 'item'`,
      [affiliateId],
    ],
    [
      `insert into shop_order (affiliate_id, key, state, method, currency, country, is_tax_included, subtotal_minor,
         discount_minor, tax_minor, total_minor, sealed_address, basket_version, expires_at, paid_at)
       values ($1, gen_random_uuid(), 'paid', 'free', 'USD', 'US', false, 0, 0, 0, 0, $2, 1, now(), now())`,
      [affiliateId, plain(JSON.stringify({ line1: canary }))],
    ],
    [
      `insert into order_line (affiliate_id, order_id, line_id, place, product_id, category, kind, name, quantity,
         unit_minor, discount_minor, tax_bp, tax_minor, total_minor, codes, taken_codes)
       select $1, order_id, gen_random_uuid(), 0, 2001, 'course', 'course', 'A course', 1, 0, 0, 0, 0, 0, array[$2],
         array[$2]
       from shop_order where affiliate_id = $1`,
      [affiliateId, secret],
    ],
    [
      `insert into promotion_use (affiliate_id, order_id, code, is_club, saved_minor)
       select $1, order_id, 'REEF', false, 0 from shop_order where affiliate_id = $1`,
      [affiliateId],
    ],
    [
      `insert into order_refund (affiliate_id, order_id, refund_id, amount_minor, lines, reason)
       select $1, order_id, gen_random_uuid(), 1, '[]', $2 from shop_order where affiliate_id = $1`,
      [affiliateId, canary],
    ],
    [
      `insert into payment_refund (affiliate_id, payment_id, refund_id, amount_minor)
       select $1, payment_id, gen_random_uuid(), 1 from payment where affiliate_id = $1`,
      [affiliateId],
    ],
    [
      `insert into withdrawn_course (affiliate_id, package_id, kept) values ($1, 'deep', jsonb_build_object('note', $2::text))`,
      [affiliateId, canary],
    ],
  ];
}

export function createJobContext({ services, app }: TestPortal, isLastTry = false): JobContext {
  return { services, database: services.database, log: app.log, now: new Date(), isLastTry };
}

/** Payloads of the queued jobs, oldest first. */
export async function listQueuedJobs<Payload>(
  { services }: TestPortal,
  { name, schema }: Job<Payload>,
): Promise<Payload[]> {
  const { rows } = await services.database.pool.query<{ data: unknown }>(
    'select data from pgboss.job where name = $1 order by created_on',
    [name],
  );
  return rows.map(({ data }) => schema.parse(data));
}
