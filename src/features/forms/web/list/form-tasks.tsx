import { PencilLine, Signature, Stethoscope, UserRoundPlus } from '#ui/icons/icons.ts';
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

/** The tasks of the reader. */
export function FormTasks({ tasks, isOwn, onRemove }: { tasks: readonly FormTask[] } & FormTaskRowProps) {
  if (tasks.length === 0) return null;
  return (
    <PageSection
      title={
        <span className="inline-flex items-center gap-3">
          <FormattedMessage id="forms.list.needs" />
          <Chip status="returned" hasIcon={false}>
            {tasks.length}
          </Chip>
        </span>
      }
    >
      <Rows>
        {tasks.map((task) => (
          <FormTaskRow key={`${task.kind}-${taskForm(task).id}`} task={task} isOwn={isOwn} onRemove={onRemove} />
        ))}
      </Rows>
    </PageSection>
  );
}

const taskForm = (task: FormTask) => (task.kind === 'physician' ? task.record : task.draft);

function FormTaskRow({ task, isOwn, onRemove }: { task: FormTask } & FormTaskRowProps) {
  const Icon = icons[task.kind];
  const { id, name, diverName } = taskForm(task);
  const action = `forms.list.need_action.${task.kind}` as const;
  const isChilds = task.kind === 'physician' ? !isOwn : !task.draft.isOwn;
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
          id={`forms.list.need.${task.kind}${isChilds ? '_child' : ''}`}
          values={{ name: <bdi>{diverName}</bdi> }}
        />
      }
      end={
        task.kind === 'physician' ? (
          <Link className={buttonClass({ kind: 'outlined' })} to={recordPath(id)}>
            <FormattedMessage id={action} />
          </Link>
        ) : (
          <DraftActions draft={task.draft} action={action} onRemove={onRemove} />
        )
      }
    />
  );
}
