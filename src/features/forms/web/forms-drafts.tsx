import { Hourglass } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '../../../ui/page.tsx';
import { Ring } from '../../../ui/ring.tsx';
import { Disc, Row, Rows } from '../../../ui/row.tsx';
import type { DraftSummary } from '../shared/contract.ts';
import { DraftEnd } from './forms-draft-end.tsx';
import { FormNames } from './forms-names.tsx';
import { dayText } from './forms-words.ts';

interface FormDraftsProps {
  drafts: readonly DraftSummary[];
  onRemove: (draft: DraftSummary) => void;
}

/** What was begun and is not signed by all. */
export function FormDrafts({ drafts, onRemove }: FormDraftsProps) {
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

function DraftRow({ draft, onRemove }: { draft: DraftSummary; onRemove: FormDraftsProps['onRemove'] }) {
  const intl = useIntl();
  const { name, answered, questions, state, waitsFor, updatedDate, diverName } = draft;
  const isFilling = state === 'filling';
  const share = questions === 0 ? 1 : Math.min(1, answered / questions);
  return (
    <Row
      wrapsOnPhone
      start={
        isFilling ? (
          // Whoever has one question left is not done.
          <Ring share={share} text={intl.formatNumber(Math.floor(share * 100) / 100, { style: 'percent' })} />
        ) : (
          <Disc tone="sand">
            <Hourglass size={20} />
          </Disc>
        )
      }
      title={<bdi>{name}</bdi>}
      text={
        <>
          <FormNames form={draft} />
          <span className="block">
            {isFilling ? (
              <FormattedMessage
                id="forms.list.answered"
                values={{ answered, questions, date: dayText(intl, updatedDate) }}
              />
            ) : (
              <FormattedMessage id={`forms.list.waits.${waitsFor}`} values={{ name: <bdi>{diverName}</bdi> }} />
            )}
          </span>
        </>
      }
      end={<DraftEnd draft={draft} action={isFilling ? 'forms.list.go_on' : 'forms.list.open'} onRemove={onRemove} />}
    />
  );
}
