import { PencilLine, Signature, Stethoscope, UserRoundPlus } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { DraftActions } from './draft-actions.tsx';
import type { DraftSummary } from '#features/forms/shared/contract.ts';
import type { FormTask } from './group-forms.ts';
import { recordPath } from '#features/forms/web/queries.ts';

const icons = { sign: Signature, ready: PencilLine, guardian: UserRoundPlus, physician: Stethoscope } as const;

interface FormTaskRowProps {
  isOwn: boolean;
  onRemove: (draft: DraftSummary) => void;
}

/** What waits for whoever looks, and nothing else. */
export function FormTasks({ needs, isOwn, onRemove }: { needs: readonly FormTask[] } & FormTaskRowProps) {
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
          <FormTaskRow key={`${need.kind}-${taskForm(need).id}`} need={need} isOwn={isOwn} onRemove={onRemove} />
        ))}
      </Rows>
    </PageSection>
  );
}

const taskForm = (need: FormTask) => (need.kind === 'physician' ? need.record : need.draft);

function FormTaskRow({ need, isOwn, onRemove }: { need: FormTask } & FormTaskRowProps) {
  const Icon = icons[need.kind];
  const { id, name, diverName } = taskForm(need);
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
          <DraftActions draft={need.draft} action={action} onRemove={onRemove} />
        )
      }
    />
  );
}
