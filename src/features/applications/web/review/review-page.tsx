import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { Application } from '#features/applications/shared/application.ts';
import { canReview, canTakeStep } from '#features/applications/shared/policy.ts';
import { ApplicationHistory } from '#features/applications/web/application-history.tsx';
import { useReviewAutosave } from './review-autosave.ts';
import { ReviewContext, useReview, type SelectedDocument } from './review-context.ts';
import { DocumentPane } from './review-documents.tsx';
import { ReviewDecision } from './review-decision.tsx';
import { ReviewFields } from './review-fields.tsx';
import { ReviewHead, ReviewTaskBar } from './review-head.tsx';
import { PhoneBar, ReviewNextStep } from './review-next-step.tsx';
import { useReasons } from './review-reasons.ts';
import { ReviewRequirements } from './review-requirements.tsx';
import { ReviewRecommendation } from './review-recommendation.tsx';
import { SignatureView } from '#features/applications/web/signature-form.tsx';

/** The complete application for the reviewing instructor or store. */
export function ReviewPage({ application }: { application: Application }) {
  const { role, state } = application;
  const autosave = useReviewAutosave(application);
  const reasons = useReasons(application);
  const [chosen, choose] = useState<SelectedDocument | null>(null);
  const [isReturnTried, setIsReturnTried] = useState(false);
  const canDecide = canReview(role, state);
  const canReturn = canTakeStep('return', role, state);
  useTitleFocus(state);
  return (
    <ReviewContext value={{ application, autosave, reasons, canDecide, canReturn, isReturnTried, chosen, choose }}>
      <ReviewTaskBar />
      <ReviewHead />
      <div className="grid grid-cols-1 gap-6 items-start xl:grid-cols-2">
        <div className="min-w-0">
          <ReviewNextStep />
          <ReviewRequirements />
          <ReviewFields />
          <ReviewRecommendation />
          {canReturn && <ReviewDecision onReturnTried={() => setIsReturnTried(true)} />}
          <InstructorSignature />
          <PageSection title={<FormattedMessage id="applications.history.title" />}>
            <ApplicationHistory steps={application.steps} className="whitespace-pre-wrap" />
          </PageSection>
        </div>
        <DocumentPane />
      </div>
      <PhoneBar />
    </ReviewContext>
  );
}

function InstructorSignature() {
  const { application, canDecide } = useReview();
  const signature = application.signatures.find(({ role }) => role === 'instructor');
  if (signature === undefined || canDecide) return null;
  return (
    <PageSection title={<FormattedMessage id="applications.review.signed" />}>
      <Card>
        <div className="mt-2 max-w-100">
          <SignatureView signature={signature} />
        </div>
      </Card>
    </PageSection>
  );
}

/** A step removes its own button, so the focus moves to the headline. */
function useTitleFocus(state: string): void {
  const former = useRef(state);
  useEffect(() => {
    if (former.current === state) return;
    former.current = state;
    scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
  }, [state]);
}
