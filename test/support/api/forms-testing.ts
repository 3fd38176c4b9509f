import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { beforeEach } from 'vitest';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import type { Job, JobContext } from '#platform/server/jobs/jobs.ts';
import { makeRecordDocument } from '#features/forms/server/documents/make-record-document.ts';
import { findStoredRecord, isRetained, decryptRecordContent } from '#features/forms/server/records/record-access.ts';
import type { Draft, FormRecord, Packet } from '#features/forms/shared/contract.ts';
import { openQuestions } from '#features/forms/shared/rules.ts';
import { demoAffiliateIds, type DemoPersonName } from './demo-people-testing.ts';
import type { TestPortal } from './portal-testing.ts';

export const storeNumber = 20_001;
export const memberNumber = 100_001;

/** Strokes of a drawn wave. */
export const drawnStrokes = JSON.stringify([
  Array.from({ length: 40 }, (_, index) => [40 + index * 10, 100 + Math.round(40 * Math.sin(index / 3))]).flat(),
]);

export interface CallResult<Body> {
  status: number;
  body: Body;
  /** Code and path of each error. */
  errors: string[];
}

interface DraftOptions {
  packet?: Packet;
  affiliateId?: number;
  storeNumber?: number | null;
  memberNumber?: number | null;
  replaces?: string | null;
}

/** Requests about forms. */
export function createFormsFixture(portal: TestPortal) {
  const { pool } = portal.services.database;
  const base = '/api/forms';
  const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;

  function toCallResult<Body>(answer: { statusCode: number; json(): unknown }): CallResult<Body> {
    const body = answer.json() as Body & { errors?: { code: string; path?: string }[] };
    const errors = (body?.errors ?? []).map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));
    return { status: answer.statusCode, body, errors };
  }

  const call = async <Body>(
    person: DemoPersonName | null,
    method: InjectOptions['method'],
    path: string,
    payload?: unknown,
  ) =>
    toCallResult<Body>(
      await portal.request(person === null ? null : `${person}@demo.test`, method, `${base}/${path}`, payload),
    );

  async function begin(person: DemoPersonName, options: DraftOptions = {}): Promise<string> {
    const { status, body } = await call<{ id: string }>(person, 'POST', 'Drafts', { packet: 'medical', ...options });
    if (status !== 200) throw new Error(`creating a draft failed: ${JSON.stringify(body)}`);
    return body.id;
  }

  const readDraft = async (person: DemoPersonName, id: string) =>
    (await call<Draft>(person, 'GET', `Drafts/${id}`)).body;
  const change = (person: DemoPersonName, id: string, changes: Record<string, string | null>) =>
    call<{ revision: number; answers: Record<string, string> }>(person, 'PUT', `Drafts/${id}`, { changes });

  /** Answers all open questions with no, except the given answers. */
  async function answerAll(person: DemoPersonName, id: string, answered: Record<string, string> = {}): Promise<void> {
    if (Object.keys(answered).length > 0) await change(person, id, answered);
    const { forms, answers } = await readDraft(person, id);
    const open = openQuestions(forms, answers).filter((question) => answers[question.id] === undefined);
    await change(person, id, Object.fromEntries(open.map((question) => [question.id, 'no'])));
  }

  async function post(person: DemoPersonName | null, fields: Record<string, unknown>, file?: Buffer) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
    if (file) form.append('file', new Blob([new Uint8Array(file)]), 'page');
    const body = new Response(form);
    const answer = await portal.app.inject({
      method: 'POST',
      url: `${base}/Data`,
      headers: {
        ...(await portal.headersOf(person === null ? null : `${person}@demo.test`)),
        'content-type': body.headers.get('content-type') ?? '',
        'user-agent': 'a browser of a test',
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    return toCallResult<{ documentId: string; state: string; medicalStatus: string | null }>(answer);
  }

  /** Signs with a drawn signature and all acknowledgments by default. */
  async function sign(person: DemoPersonName, id: string, overrides: Record<string, unknown> = {}) {
    const { forms = [], revision = 0, locale = 'en-US' } = await readDraft(person, id);
    return post(person, {
      kind: 'signature',
      documentId: id,
      key: randomUUID(),
      revision,
      locale,
      acknowledged: forms.map((form) => form.id).join(','),
      method: 'drawn',
      strokes: drawnStrokes,
      ...overrides,
    });
  }

  /** Signs and submits an adult's form. Its document is not rendered. */
  async function submit(
    person: DemoPersonName,
    options: DraftOptions = {},
    answered: Record<string, string> = {},
  ): Promise<string> {
    const id = await begin(person, options);
    await answerAll(person, id, answered);
    const { status, errors } = await sign(person, id);
    if (status !== 200) throw new Error(`signing failed: ${errors.join()}`);
    return id;
  }

  const jobContext = (now = new Date()): JobContext => ({
    services: portal.services,
    database: portal.services.database,
    log: portal.app.log,
    now,
    isLastTry: false,
  });
  const run = async <Payload>(job: Job<Payload>, payload: Payload, now?: Date) => job.run(jobContext(now), payload);

  /** Renders the document with retries like the queue, because it may time out on a busy machine. */
  const document = async (recordId: string, triesLeft = 4): Promise<void> => {
    try {
      await run(makeRecordDocument, { recordId });
    } catch (error) {
      if (triesLeft === 0) throw error;
      await document(recordId, triesLeft - 1);
    }
  };
  const record = async (person: DemoPersonName, id: string) =>
    (await call<FormRecord>(person, 'GET', `Search/document/${id}`)).body;
  /** The decrypted content of a record. */
  const contentOf = async (id: string) => {
    const stored = await findStoredRecord.first(portal.services.database.db, { id });
    if (stored === undefined || !isRetained(stored)) throw new Error(`form record ${id} not found`);
    return decryptRecordContent(portal.services, stored);
  };
  const deleteOldFiles = async () => {
    for (const { data } of await rows<{ data: { keys: string[] } }>(
      "select data from pgboss.job where name = 'files.delete'",
    ))
      await run(deleteFilesJob, data);
  };
  const notices = (person: DemoPersonName) =>
    rows<{ kind: string; url: string; message: string }>(
      "select kind, url, message from notification where affiliate_id = $1 and kind like 'forms.%' order by timestamp",
      [demoAffiliateIds[person]],
    );

  /** Resets birthdates, drafts and notifications before each test. */
  const signing = () => {
    beforeEach(async () => {
      await rows('delete from form_draft');
      await rows("delete from notification where kind like 'forms.%'");
      await rows("update person set birthdate = '2014-03-09' where affiliate_id = $1", [demoAffiliateIds.minor]);
      await rows("update person set birthdate = '1987-05-21' where affiliate_id = $1", [demoAffiliateIds.diver]);
    });
    return {
      ready: async (person: 'diver' | 'minor', answered: Record<string, string> = {}) => {
        const id = await begin(person, { packet: 'medical' });
        await answerAll(person, id, answered);
        return id;
      },
      records: () => rows<{ id: string }>('select id from form_record'),
      signatures: (id: string) => rows<{ role: string }>('select role from form_signature where draft_id = $1', [id]),
    };
  };

  return {
    rows,
    signing,
    call,
    begin,
    readDraft,
    change,
    answerAll,
    post,
    sign,
    submit,
    run,
    document,
    record,
    contentOf,
    deleteOldFiles,
    notices,
  };
}
