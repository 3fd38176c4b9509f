import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { FirstAidText } from '#features/applications/web/detail-values.tsx';
import { RequirementRow } from '#features/applications/web/requirement-row.tsx';
import { RequestChangeButton, ChangeRequests } from './change-requests.tsx';
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
      <ul className="card pad requirements">
        {requirements.map((requirement) => (
          <ReviewRequirement key={requirement.id} requirement={requirement} />
        ))}
      </ul>
      {others.length > 0 && (
        <div className="card pad other-copies">
          <h3>
            <FormattedMessage id="applications.review.other_copies" />
          </h3>
          {others.map((proof) => (
            <ProofButton key={proof.id} proof={proof} />
          ))}
        </div>
      )}
    </PageSection>
  );
}

/** Exercises need the full width, so their button goes below. */
function ReviewRequirement({ requirement }: { requirement: RequirementResult }) {
  const { id, kind } = requirement;
  const ask = <RequestChangeButton field={id} />;
  return (
    <RequirementRow requirement={requirement} end={kind !== 'exercises' && ask}>
      <RequirementEvidence requirement={requirement} />
      <ChangeRequests field={id} />
      {kind === 'exercises' && ask}
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
      {kind === 'first_aid' && firstAid.provider !== '' && <FirstAidText firstAid={firstAid} />}
      {kind === 'dives' && (
        <p>
          <FormattedMessage id="applications.review.verified" values={{ count: divesVerified }} />
        </p>
      )}
      {kind === 'dive_kinds' && (
        <p className="num">
          {intl.formatList(
            requirement.parts.map(({ id: part, have }) =>
              intl.formatMessage({ id: `applications.review.count_${part}` }, { count: have }),
            ),
          )}
        </p>
      )}
      {kind === 'medical' && role === 'store' && (
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
