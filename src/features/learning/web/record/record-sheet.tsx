import type { ReactNode } from 'react';
import type { CourseRecord, ERecord } from '#features/learning/shared/record-contract.ts';
import { ConfinedSection, type SkillSelection } from './confined-section.tsx';
import { ExamSection, KnowledgeSection } from './knowledge-section.tsx';
import { MedicalSection } from './medical-section.tsx';
import { OpenWaterSection } from './open-water-section.tsx';
import { recordPart } from './record-section.tsx';

interface RecordSheetProps {
  /** An archived record has no medical status. */
  record: CourseRecord & Partial<Pick<ERecord, 'medical'>>;
  isOwn?: boolean;
  choosing?: SkillSelection | undefined;
  tools?: ReactNode;
}

/** Parts that the course does not have are left out. */
export function RecordSheet({ record, isOwn = false, choosing, tools }: RecordSheetProps) {
  const { confined, openWater, hasExam } = record;
  const signsDives = record.logCourse === null && openWater.length > 0;
  return (
    <div className="card @container">
      <KnowledgeSection record={record} />
      {confined.length > 0 && <ConfinedSection record={record} choosing={choosing} tools={tools} />}
      {confined.length === 0 && signsDives && tools && <div className={recordPart}>{tools}</div>}
      {openWater.length > 0 && <OpenWaterSection record={record} isOwn={isOwn} choosing={choosing} />}
      {hasExam && <ExamSection record={record} />}
      {record.medical !== undefined && <MedicalSection medical={record.medical} isOwn={isOwn} />}
    </div>
  );
}
