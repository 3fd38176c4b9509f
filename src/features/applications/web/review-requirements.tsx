import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '../../../ui/page.tsx';
import type { Judged } from '../shared/requirements.ts';
import { FirstAidText } from './filled-values.tsx';
import { RequirementRow } from './requirement-row.tsx';
import { AskButton, AskedHere } from './review-ask.tsx';
import { PickedCard, ProofButton, proofsOf } from './review-copies.tsx';
import { useReview } from './review-context.ts';
import { ReviewExercises } from './review-exercises.tsx';

/** What the level asks for, each with what it stands on. */
export function ReviewRequirements() {
  const { application } = useReview();
  const { requirements, proofs } = application;
  const placed = new Set(requirements.flatMap(({ id }) => proofsOf(id, proofs)));
  const others = proofs.filter((proof) => !placed.has(proof));
  return (
    <PageSection title={<FormattedMessage id="applications.review.requirements" />}>
      <ul className="card pad requirements">
        {requirements.map((requirement) => (
          <OneRequirement key={requirement.id} requirement={requirement} />
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

/** The scores need the whole width: there the button stands below. */
function OneRequirement({ requirement }: { requirement: Judged }) {
  const { id, kind } = requirement;
  const ask = <AskButton field={id} />;
  return (
    <RequirementRow requirement={requirement} end={kind !== 'exercises' && ask}>
      <StandsOn requirement={requirement} />
      <AskedHere field={id} />
      {kind === 'exercises' && ask}
    </RequirementRow>
  );
}

function StandsOn({ requirement }: { requirement: Judged }) {
  const intl = useIntl();
  const { certificationCards, proofs, firstAid, divesVerified, role } = useReview().application;
  const { id, kind } = requirement;
  const card = certificationCards.find(({ place }) => id === `card_${place}`);
  return (
    <>
      {card !== undefined && <PickedCard card={card} />}
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
      {proofsOf(id, proofs).map((proof) => (
        <ProofButton key={proof.id} proof={proof} />
      ))}
      {kind === 'exercises' && <ReviewExercises requirement={requirement} />}
    </>
  );
}
