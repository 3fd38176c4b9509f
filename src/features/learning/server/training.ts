import { type Db, statement } from '../../../platform/server/db.ts';
import { nameOf } from '../../account/server/public.ts';
import type { ERecord } from '../shared/record-contract.ts';
import { defaultCulture } from '../shared/rules.ts';
import { library } from './content/library.ts';
import { readRecord } from './record-shape.ts';
import { isActiveInstructor } from '../../professionals/server/public.ts';

/** Who taught somebody a course, as their record names them. */
export interface Training {
  /** Of the instructor that the record names, who must be an active one. */
  teacher: number | null;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
  /** The day on which the course became theirs. */
  grantedOn: string;
}

const selectTraining = statement<Training, [affiliateId: number, packageId: string]>(`
  select case when ${isActiveInstructor('t')} then t.affiliate_id end as teacher,
    coalesce(${nameOf('t')}, '') as "instructorName", e.member_number as "instructorNumber",
    coalesce(${nameOf('s')}, '') as "storeName", e.store_number as "storeNumber",
    (e.granted_at at time zone 'UTC')::date as "grantedOn"
  from enrollment e
  left join person t on t.member_number = e.member_number
  left join person s on s.store_number = e.store_number
  where e.affiliate_id = $1 and e.package_id = $2`);

/** Null for who does not learn the course here. */
export async function findTraining(db: Db, affiliateId: number, packageId: string): Promise<Training | null> {
  const [training] = await selectTraining(db, affiliateId, packageId);
  return training ?? null;
}

/** Whether everything that a course asks for is in somebody's record, who must be enrolled in it. */
export async function hasCompleteRecord(db: Db, affiliateId: number, packageId: string): Promise<boolean> {
  return isComplete(await readRecord(db, library, { affiliateId, packageId, culture: defaultCulture }));
}

/** Knowledge, exam, skills and dives: nothing of what the course asks for is open. */
function isComplete({
  knowledge,
  hasExam,
  exam,
  confined,
  openWater,
}: Pick<ERecord, 'knowledge' | 'hasExam' | 'exam' | 'confined' | 'openWater'>): boolean {
  return (
    knowledge.every(({ doneDate }) => doneDate !== null) &&
    (!hasExam || exam?.isPassed === true) &&
    confined.every(({ signature }) => signature !== null) &&
    openWater.every(({ signature }) => signature !== null)
  );
}
