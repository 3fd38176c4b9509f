import { Hourglass } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import type { DraftSummary } from '#features/forms/shared/contract.ts';
import { DraftActions } from './draft-actions.tsx';
import { FormProfessionals } from '#features/forms/web/form-professionals.tsx';
import { formatDay } from '#platform/shared/format-day.ts';

interface DraftListProps {
  drafts: readonly DraftSummary[];
  onRemove: (draft: DraftSummary) => void;
}

export function DraftList({ drafts, onRemove }: DraftListProps) {
  if (drafts.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="forms.list.drafts" />}>
      <Rows>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onRemove={onRemove} />
        ))}
      </Rows>
    </PageSection>
  );
}

function DraftRow({ draft, onRemove }: { draft: DraftSummary; onRemove: DraftListProps['onRemove'] }) {
  const intl = useIntl();
  const { name, answered, questions, state, waitsFor, updatedDate, diverName } = draft;
  const isFilling = state === 'filling';
  const share = questions === 0 ? 1 : Math.min(1, answered / questions);
  return (
    <Row
      wrapsOnPhone
      start={
        isFilling ? (
          // The share is rounded down, so 100% means complete.
          <ProgressRing share={share} text={intl.formatNumber(Math.floor(share * 100) / 100, { style: 'percent' })} />
        ) : (
          <Disc tone="sand">
            <Hourglass size={20} />
          </Disc>
        )
      }
      title={<bdi>{name}</bdi>}
      text={
        <>
          <FormProfessionals form={draft} />
          <span className="block">
            {isFilling ? (
              <FormattedMessage
                id="forms.list.answered"
                values={{ answered, questions, date: formatDay(intl, updatedDate, 'medium') }}
              />
            ) : (
              <FormattedMessage id={`forms.list.waits.${waitsFor}`} values={{ name: <bdi>{diverName}</bdi> }} />
            )}
          </span>
        </>
      }
      end={
        <DraftActions draft={draft} action={isFilling ? 'forms.list.go_on' : 'forms.list.open'} onRemove={onRemove} />
      }
    />
  );
}
