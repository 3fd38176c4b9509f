import { useCallback, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { SlateDrawing } from '#ui/drawings/slate-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Draft, FormRecord, MedicalStatus } from '#features/forms/shared/contract.ts';
import { submittedPath } from './form-submitted.tsx';
import { formColumns, FormPage } from './form-page.tsx';
import { HandOverScreen, canChildSignHere, signerPath } from '#features/forms/web/signing/hand-over.tsx';
import { isGuardianAsked } from '#features/forms/web/signing/is-guardian-asked.ts';
import {
  formsPath,
  recordPath,
  refreshAfterSubmit,
  useDraft,
  useFormUpdates,
  useSubmittedRecord,
} from '#features/forms/web/queries.ts';
import { wordingKey } from '#features/forms/web/signing/acknowledgements.ts';

interface FormScreenProps {
  draftId: string;
  language: ReactNode;
  /** The link to another dive center, for Discover Scuba Diving. */
  otherCenter: ReactNode;
}

export function FormScreen({ draftId, ...slots }: FormScreenProps) {
  const [isGone, setIsGone] = useState(false);
  const query = useDraft(draftId, !isGone);
  const leave = useCallback(() => setIsGone(true), []);
  const { error } = query;
  const isNotFound = error instanceof ApiError && ['not_found', 'request.invalid'].includes(error.code);
  if (isGone || isNotFound) return <SubmittedRedirect draftId={draftId} />;
  return (
    <QueryView query={query} skeleton={<FormSkeleton />} isCard level={1}>
      {(draft) => <OpenDraft draft={draft} {...slots} onGone={leave} />}
    </QueryView>
  );
}

interface OpenDraftProps extends Omit<FormScreenProps, 'draftId'> {
  draft: Draft;
  onGone: () => void;
}

function OpenDraft({ draft, language, otherCenter, onGone }: OpenDraftProps) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const submitted = (medicalStatus: MedicalStatus | null) => {
    void navigate(submittedPath(draft, medicalStatus), { replace: true });
    void refreshAfterSubmit(draft.id);
  };
  useFormUpdates(draft, onGone);
  const { data: record } = useSubmittedRecord(draft.id, isGuardianAsked(draft));
  if (record) return <GoToSubmitted record={record} />;
  const canHandOver = draft.signers.some((signer) => canChildSignHere(draft, signer));
  const signer = canHandOver ? query.get('signer') : null;
  const setSigner = (next: 'ready' | 'diver' | null) => void navigate(signerPath(draft, next), { replace: true });
  if (signer === 'ready')
    return <HandOverScreen name={draft.diverName} onReady={() => setSigner('diver')} onBack={() => setSigner(null)} />;
  // The page is remounted when the text or the signer changes, because acknowledgements and signatures no longer apply.
  return (
    <FormPage
      key={`${draft.id} ${wordingKey(draft)} ${signer}`}
      draft={draft}
      language={language}
      otherCenter={draft.packet === 'dsd' && signer === null ? otherCenter : null}
      isHandedOver={signer === 'diver'}
      onSigned={() => signer === 'diver' && setSigner(null)}
      onSubmitted={submitted}
      onGone={onGone}
    />
  );
}

/** The last signer may have signed on another device, so the diver continues as after their own signature. */
function SubmittedRedirect({ draftId }: { draftId: string }) {
  return (
    <QueryView query={useSubmittedRecord(draftId, true)} skeleton={<FormSkeleton />} isCard level={1}>
      {(record) => (record === null ? <DraftNotFound draftId={draftId} /> : <GoToSubmitted record={record} />)}
    </QueryView>
  );
}

function GoToSubmitted({ record }: { record: FormRecord }) {
  const { isOwn } = useActingFor();
  const path = submittedPath({ ...record, isOwn }, record.medicalStatus, isOwn && record.isMinor ? 'guardian' : null);
  return <Navigate replace to={path} />;
}

/** The draft was submitted or deleted in the meantime. */
function DraftNotFound({ draftId }: { draftId: string }) {
  return (
    <EmptyState
      level={1}
      drawing={<SlateDrawing />}
      title={<FormattedMessage id="forms.fill.gone.title" />}
      text={<FormattedMessage id="forms.fill.gone.text" />}
      action={
        <div className="grid justify-center gap-3">
          <Link className={buttonClass()} to={recordPath(draftId)}>
            <FormattedMessage id="forms.fill.gone.record" />
          </Link>
          <Link className={buttonClass({ kind: 'quiet' })} to={formsPath}>
            <FormattedMessage id="forms.fill.to_list" />
          </Link>
        </div>
      }
    />
  );
}

export function FormSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'forms.fill.loading' })}>
      <div className={formColumns}>
        <div className="grid gap-4">
          <Skeleton height={66} width="60%" />
          <Skeleton height={520} />
        </div>
        <div className="only-wide grid gap-4">
          <Skeleton height={480} />
        </div>
      </div>
    </SkeletonGroup>
  );
}
