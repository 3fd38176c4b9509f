import { affiliateType } from '#domain/roles.ts';
import type { ERecord, SignedSkills } from '#features/learning/shared/record-contract.ts';
import { createLearningFixture, createCorrectSteps } from './learning-testing.ts';
import { guardian, instructor, createLogbookFixture, student } from './logbook-testing.ts';
import type { TestPortal } from './portal-testing.ts';

export const staff = { id: 400_008, email: 'staff@demo.test' };
export const store = { id: 400_007, email: 'store@demo.test' };
export const otherInstructor = { id: 400_006, email: 'candidate@demo.test', number: 100_002 };
export const course = 'open-water';
export const signingDay = '2026-06-14';
export const studentQuery = `?affiliateId=${student.id}`;
type Person = typeof student;

interface SignOffResult {
  signed: number;
  already: number;
  students: SignedSkills[];
}

/** Requests about the records of two students and their instructor. */
export function createLearnerRecordFixture(portal: TestPortal) {
  const learning = createLearningFixture(portal);
  const logbook = createLogbookFixture(portal);
  const { base, rows, call, save, lessonsOf } = learning;
  return {
    ...learning,
    logbook,

    /** Deletes all progress, dives and sign-offs, and enrolls two students of the instructor. */
    async begin(): Promise<void> {
      await learning.clear();
      await logbook.clear();
      await rows("update person set member_status = 'Active' where affiliate_id = $1", [instructor.id]);
      await rows(
        `update person set affiliate_type_id = ${affiliateType.instructor}, member_number = $2, member_status = 'Active'
         where affiliate_id = $1`,
        [otherInstructor.id, otherInstructor.number],
      );
      for (const person of [student, guardian]) await learning.grant(person, course, instructor.number);
    },

    /** Saves in batches of 100, the maximum of a request. */
    async learnAll(person: Person, packageId: string): Promise<void> {
      const steps = lessonsOf(packageId).flatMap((lesson) => createCorrectSteps(packageId, lesson));
      for (let start = 0; start < steps.length; start += 100)
        await save(person, packageId, steps.slice(start, start + 100));
    },

    read: (person: Person | null, query = '', packageId = course) =>
      call<ERecord>(person, 'GET', `${base}/courses/${packageId}/eRecord${query}`),

    sign: (person: Person, body: object, packageId = course) =>
      call<SignOffResult>(person, 'POST', `${base}/courses/${packageId}/signoffs`, {
        affiliateIds: [student.id],
        skills: ['hover'],
        signedOn: signingDay,
        note: '',
        ...body,
      }),

    audited: (action: string) =>
      rows<{ actor: number; subject: string; data: object }>(
        'select actor_affiliate_id as actor, subject, data from audit_entry where action = $1 order by seq',
        [action],
      ),
  };
}
