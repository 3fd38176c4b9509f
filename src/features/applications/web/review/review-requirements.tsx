import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { PageSection } from '#ui/layout/page.tsx';
import { canSeeMedical } from '#features/applications/shared/policy.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { FirstAidText } from '#features/applications/web/detail-values.tsx';
import { RequirementRow } from '#features/applications/web/requirement-row.tsx';
import { RequestChangeButton, ChangeRequests, rowButtonClass } from './change-requests.tsx';
import { PickedCardView, ProofButton, filterProofs } from './review-documents.tsx';
import { useReview } from './review-context.ts';
import { ReviewExercises } from './review-exercises.tsx';

/** The requirements of the level with their evidence. */
export function ReviewRequirements() {
  const { application } = useReview();
  const { requirements, proofs } = application;
  const placed = new Set(requirements.flatMap(({ id }) => filterProofs(id, proofs)));
  const others = proofs.filter((proof) => !placed.has(proof));
  return (
    <PageSection title={<FormattedMessage id="applications.review.requirements" />}>
      <ul className="card grid grid-cols-1 px-5 py-2 lg:px-6">
        {requirements.map((requirement) => (
          <ReviewRequirement key={requirement.id} requirement={requirement} />
        ))}
      </ul>
      {others.length > 0 && (
        <Card className="mt-4">
          <h3>
            <FormattedMessage id="applications.review.other_copies" />
          </h3>
          {others.map((proof) => (
            <ProofButton key={proof.id} proof={proof} />
          ))}
        </Card>
      )}
    </PageSection>
  );
}

/** Exercises need the full width, so their button goes below. */
function ReviewRequirement({ requirement }: { requirement: RequirementResult }) {
  const { id, kind } = requirement;
  const isBelow = kind === 'exercises';
  return (
    <RequirementRow
      requirement={requirement}
      end={!isBelow && <RequestChangeButton field={id} className={clsx(rowButtonClass, 'max-sm:ps-8.5')} />}
    >
      <RequirementEvidence requirement={requirement} />
      <ChangeRequests field={id} />
      {isBelow && <RequestChangeButton field={id} />}
    </RequirementRow>
  );
}

function RequirementEvidence({ requirement }: { requirement: RequirementResult }) {
  const intl = useIntl();
  const { certificationCards, proofs, firstAid, divesVerified, role } = useReview().application;
  const { id, kind } = requirement;
  const card = certificationCards.find(({ place }) => id === `card_${place}`);
  return (
    <>
      {card !== undefined && <PickedCardView card={card} />}
      {kind === 'first_aid' && firstAid.provider !== '' && (
        <div className="text-sm text-ink-2">
          <FirstAidText firstAid={firstAid} />
        </div>
      )}
      {kind === 'dives' && (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="applications.review.verified" values={{ count: divesVerified }} />
        </p>
      )}
      {kind === 'dive_kinds' && (
        <p className={clsx('num text-sm', requirement.isMet ? 'text-ink-2' : 'text-coral')}>
          {intl.formatList(
            requirement.parts.map(({ id: part, have }) =>
              intl.formatMessage({ id: `applications.review.count_${part}` as MessageId }, { count: have }),
            ),
          )}
        </p>
      )}
      {kind === 'medical' && !canSeeMedical(role) && (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="applications.review.medical_private" />
        </p>
      )}
      {filterProofs(id, proofs).map((proof) => (
        <ProofButton key={proof.id} proof={proof} />
      ))}
      {kind === 'exercises' && <ReviewExercises requirement={requirement} />}
    </>
  );
}
