import './record.css';
import { PenLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { currentToken } from '../../../../platform/web/session.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { PageColumns } from '../../../../ui/page.tsx';
import { isInstructor } from '../../../professionals/shared/rules.ts';
import type { ERecord } from '../../shared/record-contract.ts';
import { refreshLearning, useERecord } from '../queries.ts';
import { DownloadButton } from './download-button.tsx';
import { RecordArchive } from './record-archive.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordFailure } from './record-failure.tsx';
import { RecordHead } from './record-head.tsx';
import { RecordSkeleton } from './record-screen.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { emptySignWords, isSignable, SignFields } from './sign-fields.tsx';
import { StudentCourses } from './student-courses.tsx';
import { StudentResults } from './student-results.tsx';
import { useChoice } from './use-choice.ts';
import { useRecordWatch } from './use-record-watch.ts';
import { useSigning } from './use-signing.ts';

/** The button beside a record that certifies. */
export type ForGraduate = (record: ERecord, refresh: () => void) => ReactNode;

/** The record of a student, for who teaches them. Whose it is stands in the path, and the query must not say another. */
export function StudentRecordScreen({ forGraduate, readiness }: Pick<StudentRecordProps, 'forGraduate' | 'readiness'>) {
  const { studentId = '', courseId } = useParams();
  const [query] = useSearchParams();
  const affiliateId = Number(studentId);
  useRecordWatch();
  const named = query.get('affiliateId');
  if (!Number.isSafeInteger(affiliateId) || affiliateId <= 0 || (named !== null && Number(named) !== affiliateId))
    return <Navigate to="/training/unauthorized" replace />;
  if (courseId === undefined) return <StudentCourses affiliateId={affiliateId} />;
  const key = `${affiliateId}/${courseId}`;
  return (
    <StudentRecord
      key={key}
      packageId={courseId}
      affiliateId={affiliateId}
      forGraduate={forGraduate}
      readiness={readiness}
    />
  );
}

interface StudentRecordProps {
  packageId: string;
  affiliateId: number;
  forGraduate: ForGraduate;
  /** What is missing for the card. */
  readiness: (packageId: string, affiliateId: number) => ReactNode;
}

function StudentRecord({ packageId, affiliateId, forGraduate, readiness }: StudentRecordProps) {
  const { data: record, error, isFetching, refetch } = useERecord(packageId, affiliateId);
  if (record !== undefined) return <Shown record={record} forGraduate={forGraduate} readiness={readiness} />;
  if (error === null) return <RecordSkeleton />;
  return <RecordFailure error={error} packageId={packageId} isBusy={isFetching} onRefresh={() => void refetch()} />;
}

function Shown({
  record,
  forGraduate,
  readiness,
}: { record: ERecord } & Pick<StudentRecordProps, 'forGraduate' | 'readiness'>) {
  const { packageId, student } = record;
  const { affiliateId } = student;
  const canSign = isInstructor(currentToken()?.affiliateTypeId ?? 0);
  const mayCertify = canSign || currentToken()?.role === 'staff';
  const { chosen: ticked, choose, clear } = useChoice<string>();
  const [words, setWords] = useState(emptySignWords);
  const sign = useSigning(packageId);
  const open = openSkills(record);
  // What somebody else signed meanwhile is no longer there to be chosen.
  const chosen = new Set(open.filter((skill) => ticked.has(skill)));
  const signChosen = () => {
    if (!isSignable(words)) return;
    sign.mutate({ affiliateIds: [affiliateId], skills: [...chosen], ...words }, { onSuccess: clear });
  };
  const isSigning = canSign && open.length > 0;
  return (
    <>
      <RecordHead
        record={record}
        back={{ to: '/training/students', text: <FormattedMessage id="learning.students.title" /> }}
      >
        {mayCertify && forGraduate(record, refreshLearning)}
        <DownloadButton packageId={packageId} affiliateId={affiliateId} kind="outlined" />
      </RecordHead>
      <PageColumns className="mt-6">
        <div className="record-main">
          <RecordSheet
            record={record}
            choosing={isSigning ? { chosen, choose } : undefined}
            tools={isSigning && <SignFields words={words} onChange={setWords} />}
          />
          <div className="float-bar sign-bar" data-empty={chosen.size === 0 || undefined}>
            <p aria-live="polite">
              {chosen.size > 0 && <FormattedMessage id="learning.sign.chosen" values={{ count: chosen.size }} />}
            </p>
            {chosen.size > 0 && (
              <>
                <LinkButton onClick={clear}>
                  <FormattedMessage id="learning.sign.clear" />
                </LinkButton>
                <Button isBusy={sign.isPending || !isSignable(words)} onClick={signChosen}>
                  <PenLine size={18} aria-hidden="true" />
                  <FormattedMessage id="learning.sign.sign" values={{ count: chosen.size }} />
                </Button>
              </>
            )}
          </div>
          <StudentResults packageId={packageId} affiliateId={affiliateId} />
        </div>
        <aside>
          {readiness(packageId, affiliateId)}
          <RecordFacts record={record} />
          <RecordArchive packageId={packageId} affiliateId={affiliateId} />
        </aside>
      </PageColumns>
    </>
  );
}

/** What waits for a signature: skills, and the dives that the logbook does not know. */
function openSkills({ confined, openWater, logCourse }: ERecord): string[] {
  const dives =
    logCourse === null ? openWater.map(({ number, signature }) => ({ skill: `dive_${number}`, signature })) : [];
  return [...confined, ...dives].flatMap(({ skill, signature }) => (signature === null ? [skill] : []));
}
