import { useCallback, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { SlateDrawing } from '../../../ui/drawings/slate-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { MedicalStatus } from '../shared/contract.ts';
import { donePath } from './form-done.tsx';
import { FormPage } from './form-page.tsx';
import { HandOver, isForChildHere, signerPath } from './hand-over.tsx';
import { LoadFailure } from './load-failure.tsx';
import { formsPath, recordPath, refreshAfterDraft, useDraft } from './queries.ts';
import { wordingOf } from './read-forms.ts';

interface FormScreenProps {
  draftId: string;
  language: ReactNode;
  /** For forms of Discover Scuba Diving: the link to another dive center. */
  otherCenter: ReactNode;
}

/** Forms that are open, by their number. */
export function FormScreen({ draftId, language, otherCenter }: FormScreenProps) {
  const [query] = useSearchParams();
  const draftQuery = useDraft(draftId);
  const navigate = useNavigate();
  const [isGone, setIsGone] = useState(false);
  const leave = useCallback(() => setIsGone(true), []);
  const { data: draft, error } = draftQuery;
  const isNotFound = error instanceof ApiError && ['not_found', 'request.invalid'].includes(error.code);
  if (isGone || isNotFound) return <FormGone draftId={draftId} />;
  if (draft === undefined) return error === null ? <FormSkeleton /> : <LoadFailure query={draftQuery} level={1} />;
  const submitted = (medicalStatus: MedicalStatus | null) => {
    void navigate(donePath(draft, medicalStatus), { replace: true });
    void refreshAfterDraft(draft.id);
  };
  const canHandOver = draft.signers.some((signer) => isForChildHere(draft, signer));
  const signer = canHandOver ? query.get('signer') : null;
  const setSigner = (next: 'ready' | 'diver' | null) => void navigate(signerPath(draft, next), { replace: true });
  if (signer === 'ready')
    return <HandOver name={draft.diverName} onReady={() => setSigner('diver')} onBack={() => setSigner(null)} />;
  // Other words are other forms, and another signer reads them for themselves: what was checked and drawn goes.
  return (
    <FormPage
      key={`${draft.id} ${wordingOf(draft)} ${signer}`}
      draft={draft}
      language={language}
      otherCenter={draft.packet === 'dsd' && signer === null ? otherCenter : null}
      isHandedOver={signer === 'diver'}
      onSigned={() => signer === 'diver' && setSigner(null)}
      onSubmitted={submitted}
      onGone={leave}
    />
  );
}

/** Signed by all meanwhile, or thrown away. */
function FormGone({ draftId }: { draftId: string }) {
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
      <div className="form-cols">
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
