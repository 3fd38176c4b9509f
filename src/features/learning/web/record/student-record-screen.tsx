import { PenLine } from '#ui/icons/icons.ts';
import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { PageColumns } from '#ui/layout/page.tsx';
import { canSignSkills } from '#features/learning/shared/policy.ts';
import type { ERecord } from '#features/learning/shared/record-contract.ts';
import { refreshLearning, useERecord } from '#features/learning/web/queries.ts';
import { DownloadButton } from './download-button.tsx';
import { RecordArchive } from './record-archive.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordError } from './record-error.tsx';
import { RecordHead } from './record-head.tsx';
import { RecordSkeleton } from './record-screen.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { createSignOffValues, isSignOffValid, SignOffFields } from './sign-off-fields.tsx';
import { StudentCourses } from './student-courses.tsx';
import { StudentResults } from './student-results.tsx';
import { useSelection } from './use-selection.ts';
import { useRecordUpdates } from './use-record-updates.ts';
import { useSignOff } from './use-sign-off.ts';
import { FloatBar } from '#ui/layout/float-bar.tsx';

/** Renders the button that certifies the student. */
export type RenderForGraduate = (record: ERecord, refresh: () => void) => ReactNode;

/** The student is identified by the path; a different id in the query is rejected. */
export function StudentRecordScreen({ forGraduate, readiness }: Pick<StudentRecordProps, 'forGraduate' | 'readiness'>) {
  const { studentId = '', courseId } = useParams();
  const [query] = useSearchParams();
  const affiliateId = Number(studentId);
  useRecordUpdates();
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
  forGraduate: RenderForGraduate;
  /** Renders the open requirements for the card. */
  readiness: (packageId: string, affiliateId: number) => ReactNode;
}

function StudentRecord({ packageId, affiliateId, forGraduate, readiness }: StudentRecordProps) {
  const query = useERecord(packageId, affiliateId);
  return (
    <QueryView
      query={query}
      skeleton={<RecordSkeleton />}
      renderError={(error) => <RecordError error={error} packageId={packageId} query={query} />}
    >
      {(record) => <StudentRecordContent record={record} forGraduate={forGraduate} readiness={readiness} />}
    </QueryView>
  );
}

function StudentRecordContent({
  record,
  forGraduate,
  readiness,
}: { record: ERecord } & Pick<StudentRecordProps, 'forGraduate' | 'readiness'>) {
  const { packageId, student } = record;
  const { affiliateId } = student;
  const canSign = canSignSkills(currentToken());
  const { chosen: ticked, choose, clear } = useSelection<string>();
  const [values, setValues] = useState(createSignOffValues);
  const sign = useSignOff(packageId);
  const open = listUnsignedSkills(record);
  // Skills that were signed elsewhere in the meantime are removed from the selection.
  const chosen = new Set(open.filter((skill) => ticked.has(skill)));
  const signChosen = () => {
    if (!isSignOffValid(values)) return;
    sign.mutate({ affiliateIds: [affiliateId], skills: [...chosen], ...values }, { onSuccess: clear });
  };
  const isSigning = canSign && open.length > 0;
  return (
    <>
      <RecordHead
        record={record}
        back={{ to: '/training/students', text: <FormattedMessage id="learning.students.title" /> }}
      >
        {forGraduate(record, refreshLearning)}
        <DownloadButton packageId={packageId} affiliateId={affiliateId} kind="outlined" />
      </RecordHead>
      <PageColumns className="mt-6">
        <div className="min-w-0">
          <RecordSheet
            record={record}
            choosing={isSigning ? { chosen, choose } : undefined}
            tools={isSigning && <SignOffFields className="mb-4" values={values} onChange={setValues} />}
          />
          <FloatBar className="mt-4" isEmpty={chosen.size === 0}>
            <p className="text-(length:--t-sm)" aria-live="polite">
              {chosen.size > 0 && <FormattedMessage id="learning.sign.chosen" values={{ count: chosen.size }} />}
            </p>
            {chosen.size > 0 && (
              <>
                <LinkButton className="text-(length:--t-sm)" onClick={clear}>
                  <FormattedMessage id="learning.sign.clear" />
                </LinkButton>
                <Button className="ms-auto" isBusy={sign.isPending || !isSignOffValid(values)} onClick={signChosen}>
                  <PenLine size={18} aria-hidden="true" />
                  <FormattedMessage id="learning.sign.sign" values={{ count: chosen.size }} />
                </Button>
              </>
            )}
          </FloatBar>
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

/** Skills to sign off, including dives that the logbook does not know. */
function listUnsignedSkills({ confined, openWater, logCourse }: ERecord): string[] {
  const dives =
    logCourse === null ? openWater.map(({ number, signature }) => ({ skill: `dive_${number}`, signature })) : [];
  return [...confined, ...dives].flatMap(({ skill, signature }) => (signature === null ? [skill] : []));
}
