import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { notifyDecision } from '#features/logbook/server/public.ts';
import type { TestPortal } from './portal-testing.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';

export const diver = { id: 400_001, email: 'diver@demo.test' };
export const student = { id: 400_002, email: 'student@demo.test' };
export const minor = { id: 400_003, email: 'minor@demo.test' };
export const guardian = { id: 400_004, email: 'guardian@demo.test' };
export const instructor = { id: 400_005, email: 'instructor@demo.test', number: 100_001 };
type Person = typeof diver;
type JobPayload = Parameters<typeof notifyDecision.run>[1];

/** A dive with all required fields. */
export const createRecreationalLog = (changes: object = {}) => ({
  dive_title: 'Morning on the reef',
  dive_date: '2026-06-14',
  dive_location: 'Kelder Reef',
  dive_type: 'Shore',
  depth_times: [{ max_depth: 18.3, bottom_time: 45, time_in: '09:20', time_out: '10:05' }],
  conditions: [{}],
  equipment: [{}],
  experiences: [{}],
  ...changes,
});

export const createTrainingLog = (changes: object = {}) => ({
  ...createRecreationalLog({ dive_title: 'Open water dive 2' }),
  log_course: 'open_water',
  log_number: 2,
  memsys_member_number: instructor.number,
  skills: [{ dive_skills: ['mask_full', 'neutral_buoyancy'] }],
  ...changes,
});

export interface CallResult<Data = DiveLog> {
  data: Data;
  code: string | undefined;
  /** Code, path and current version of each error. */
  errors: string[];
}

export const deviationReason = 'I was there and saw the rest on another dive.';

/** Requests about the logbook. */
export function createLogbookFixture(portal: TestPortal) {
  const { pool } = portal.services.database;

  async function ask<Data = DiveLog>(person: Person | null, document: string, variables: object = {}) {
    const { data, errors } = (await portal.graphql(person?.email ?? null, document, variables)).json();
    const errorTexts = (errors ?? []).map(
      ({ extensions: { code, path, now } }: { extensions: Record<string, string | undefined> }) =>
        [code, path, now].filter((part) => part !== undefined).join(' '),
    );
    const code = errors?.[0]?.extensions?.code as string | undefined;
    return { data: data && (Object.values(data)[0] as Data), code, errors: errorTexts } as CallResult<Data>;
  }

  const create = (person: Person, general: object, key?: string) =>
    ask(person, documents.createRecreational, { general, key });
  const createTraining = (person: Person, general: object, key?: string) =>
    ask(person, documents.createTraining, { general, key });

  const update = (person: Person, { id, version, log_type: type }: DiveLog, general: object) =>
    ask(person, type === 'Training' ? documents.updateTraining : documents.updateRecreational, {
      id,
      version,
      general,
    });

  return {
    ask,
    create,
    createTraining,
    update,
    /** Actions of a student and their instructor on a dive. */
    steps: {
      save: (log: DiveLog) => update(student, log, { dive_title: 'Another title' }),
      submit: (log: DiveLog) => ask(student, documents.submit, log),
      withdraw: (log: DiveLog) => ask(student, documents.withdraw, log),
      delete: ({ id }: DiveLog) => ask(student, documents.delete, { ids: [id] }),
      verify: ({ id, version }: DiveLog) =>
        ask(instructor, documents.verify, { logs: [{ id, version }], reason: deviationReason }),
      return: (log: DiveLog) => ask(instructor, documents.return, { ...log, reason: 'The depth, please.' }),
    },
    /** A log moved to the status by API requests. */
    async reach(status: DiveLog['status'], type: DiveLog['log_type'] = 'Training', changes: object = {}) {
      if (type === 'Recreational') return (await create(student, createRecreationalLog({ status, ...changes }))).data;
      const { data } = await createTraining(
        student,
        createTrainingLog({ status: status === 'Draft' ? status : 'Pending', ...changes }),
      );
      const { id, version } = data;
      if (status === 'Verified')
        await ask(instructor, documents.verify, { logs: [{ id, version }], reason: deviationReason });
      if (status === 'Returned') await ask(instructor, documents.return, { id, version, reason: 'The depth, please.' });
      return (await ask(student, documents.log, { id })).data;
    },
    /** Runs the jobs that send notifications when a decision can no longer be undone. */
    async notifyDecisions(): Promise<void> {
      const { rows: jobs } = await pool.query<{ data: JobPayload }>(
        "delete from pgboss.job where name = 'logbook.notify-decision' returning data",
      );
      for (const { data } of jobs)
        await notifyDecision.run(
          { services: portal.services, database: portal.services.database, now: new Date() } as JobContext,
          data,
        );
    },
    read: async (person: Person, id: string) => (await ask(person, documents.log, { id })).data,
    async rows<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query(text, values)).rows as Row[];
    },
    clear: () =>
      pool.query(`delete from dive_photo; delete from dive_log; delete from own_dive_site; delete from dive_site;
        delete from notification; delete from mail_outbox`),
  };
}
