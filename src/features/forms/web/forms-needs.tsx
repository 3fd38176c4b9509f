import { PencilLine, Signature, Stethoscope, UserRoundPlus } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { Disc, Row, Rows } from '../../../ui/row.tsx';
import { DraftEnd } from './forms-draft-end.tsx';
import type { DraftSummary } from '../shared/contract.ts';
import type { Need } from './forms-sorted.ts';
import { recordPath } from './queries.ts';

const icons = { sign: Signature, ready: PencilLine, guardian: UserRoundPlus, physician: Stethoscope } as const;

interface RowProps {
  isOwn: boolean;
  onRemove: (draft: DraftSummary) => void;
}

/** What waits for whoever looks, and nothing else. */
export function FormNeeds({ needs, isOwn, onRemove }: { needs: readonly Need[] } & RowProps) {
  if (needs.length === 0) return null;
  return (
    <PageSection
      title={
        <span className="inline-flex items-center gap-3">
          <FormattedMessage id="forms.list.needs" />
          <Chip status="returned" hasIcon={false}>
            {needs.length}
          </Chip>
        </span>
      }
    >
      <Rows>
        {needs.map((need) => (
          <NeedRow key={`${need.kind}-${formOf(need).id}`} need={need} isOwn={isOwn} onRemove={onRemove} />
        ))}
      </Rows>
    </PageSection>
  );
}

const formOf = (need: Need) => (need.kind === 'physician' ? need.record : need.draft);

function NeedRow({ need, isOwn, onRemove }: { need: Need } & RowProps) {
  const Icon = icons[need.kind];
  const { id, name, diverName } = formOf(need);
  const action = `forms.list.need_action.${need.kind}`;
  const isChilds = need.kind === 'physician' ? !isOwn : !need.draft.isOwn;
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc tone="coral">
          <Icon size={20} />
        </Disc>
      }
      title={<bdi>{name}</bdi>}
      text={
        <FormattedMessage
          id={`forms.list.need.${need.kind}${isChilds ? '_child' : ''}`}
          values={{ name: <bdi>{diverName}</bdi> }}
        />
      }
      end={
        need.kind === 'physician' ? (
          <Link className={buttonClass({ kind: 'outlined' })} to={recordPath(id)}>
            <FormattedMessage id={action} />
          </Link>
        ) : (
          <DraftEnd draft={need.draft} action={action} onRemove={onRemove} />
        )
      }
    />
  );
}
