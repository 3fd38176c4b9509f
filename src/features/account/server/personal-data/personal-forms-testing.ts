import { plain } from './encrypt-rows-testing.ts';

/** SQL statements with their values. */
export type Rows = [string, unknown[]][];

/** Rows of drafts, and of signed forms, which are retained. */
export function formRows(affiliateId: number, canary: string, secret: string, fileKey: string): Rows {
  const encryptedKey = 'replaced';
  const content = plain(JSON.stringify({ answer: canary }));
  return [
    [
      `insert into form_draft (affiliate_id, id, packet, region, versions, birthdate, sealed_key, sealed_answers, begun_by)
       values ($1, gen_random_uuid(), 'medical', 'EU', '{}', '2000-01-01', $2, $3, $1)`,
      [affiliateId, encryptedKey, content],
    ],
    [
      `insert into form_signature (affiliate_id, draft_id, role, id, signer_id, sealed_signature, signed_at)
       select $1, id, 'diver', gen_random_uuid(), $1, $2, now() from form_draft where affiliate_id = $1`,
      [affiliateId, secret],
    ],
    [
      `insert into form_record (affiliate_id, id, packet, region, locale, versions, is_minor, sealed_key, sealed_content,
         signed_at, valid_until, keep_until, medical_status, medical_changed_at)
       values ($1, gen_random_uuid(), 'medical', 'EU', 'en-US', '{}', false, $2, $3, now(), '2100-01-01', '2100-01-01',
         'approved', now())`,
      [affiliateId, encryptedKey, content],
    ],
    [
      `insert into form_blob (affiliate_id, record_id, id, kind, content_type, sealed_key, file_key, bytes, sha256)
       select $1, id, gen_random_uuid(), 'document', 'application/pdf', $2, $3, 1, 'x'
       from form_record where affiliate_id = $1`,
      [affiliateId, encryptedKey, fileKey],
    ],
    [
      `insert into form_evaluation (affiliate_id, record_id, id, way, decision, sealed_key, sealed_content, decided_at)
       select $1, id, gen_random_uuid(), 'link', 'approved', $2, $3, now() from form_record where affiliate_id = $1`,
      [affiliateId, encryptedKey, content],
    ],
    [
      `insert into form_confirmation (affiliate_id, record_id, id, evaluation_id, outcome, decided_by, sealed_key,
         sealed_content, decided_at)
       select $1, record_id, gen_random_uuid(), id, 'confirmed', 400007, $2, $3, now()
       from form_evaluation where affiliate_id = $1`,
      [affiliateId, encryptedKey, content],
    ],
    [
      `insert into form_physician_link (affiliate_id, record_id, version, sent_to, sent_by, sent_at, expires_at)
       select $1, id, 1, 'practice@example.test', $1, now(), now() from form_record where affiliate_id = $1`,
      [affiliateId],
    ],
    [
      `insert into form_reading (affiliate_id, record_id, reader_id, relation, what, read_at)
       select $1, id, $1, 'self', 'document', now() from form_record where affiliate_id = $1`,
      [affiliateId],
    ],
    [
      `insert into guardian_invite (affiliate_id, email, invited_by, expires_at)
       values ($1, $2 || '@parents.test', $1, now()), (400008, $2 || '@mine.test', $1, now())`,
      [affiliateId, canary],
    ],
    ['insert into handover (affiliate_id, done_at) values ($1, now())', [affiliateId]],
    ['insert into dsd_affiliation (affiliate_id, document_id) values ($1, gen_random_uuid())', [affiliateId]],
  ];
}

/** Rows of an application with a copy, a signature, a step and a note. */
export function applicationRows(affiliateId: number, canary: string, fileKey: string): Rows {
  const encryptedKey = 'replaced';
  const part = 'select $1, id, gen_random_uuid()';
  const own = 'from application where affiliate_id = $1 and type_id = 2';
  return [
    [
      `insert into application (affiliate_id, type_id, statement, search_text, sealed_teaching_address)
       values ($1, 2, $2, $2, $3)`,
      [affiliateId, canary, plain(JSON.stringify({ addressLine1: canary }))],
    ],
    [
      `insert into application_proof (affiliate_id, application_id, id, kind, name, content_type, sealed_key, file_key,
         bytes)
       ${part}, 'first_aid', $2, 'image/jpeg', $3, $4, 1 ${own}`,
      [affiliateId, canary, encryptedKey, fileKey],
    ],
    [
      `insert into application_signature (affiliate_id, application_id, id, role, signer_id, sealed_signature, digest,
         signed_at)
       ${part}, 'applicant', $1, $2, 'x', now() ${own}`,
      [affiliateId, plain(JSON.stringify({ name: canary }))],
    ],
    [
      `insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_id, by_role, note,
         at)
       ${part}, 'withdraw', 'SubmittedToInstructor', 'Draft', $1, 'applicant', $2, now() ${own}`,
      [affiliateId, canary],
    ],
    [
      `insert into application_note (affiliate_id, application_id, id, by_id, text, at) ${part}, 400008, $2, now() ${own}`,
      [affiliateId, canary],
    ],
  ];
}
