import './record.css';
import type { ReactNode } from 'react';
import type { ERecord } from '../../shared/record-contract.ts';
import { ConfinedPart, type Choosing } from './confined-part.tsx';
import { ExamPart, KnowledgePart } from './knowledge-part.tsx';
import { MedicalPart } from './medical-part.tsx';
import { OpenWaterPart } from './open-water-part.tsx';

interface RecordSheetProps {
  record: ERecord;
  isOwn?: boolean;
  choosing?: Choosing | undefined;
  tools?: ReactNode;
}

/** The document: what the course asks for, and what of it is there. A part that the course does not have is left out. */
export function RecordSheet({ record, isOwn = false, choosing, tools }: RecordSheetProps) {
  const { confined, openWater, hasExam } = record;
  const signsDives = record.logCourse === null && openWater.length > 0;
  return (
    <div className="record card">
      <KnowledgePart record={record} />
      {confined.length > 0 && <ConfinedPart record={record} choosing={choosing} tools={tools} />}
      {confined.length === 0 && signsDives && tools && <div className="record-part">{tools}</div>}
      {openWater.length > 0 && <OpenWaterPart record={record} isOwn={isOwn} choosing={choosing} />}
      {hasExam && <ExamPart record={record} />}
      <MedicalPart record={record} isOwn={isOwn} />
    </div>
  );
}
