import { clsx } from 'clsx';
import { Trash2 } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { DraftSummary } from '#features/forms/shared/contract.ts';
import { fillFormPath } from '#features/forms/web/paths.ts';

interface DraftActionsProps {
  draft: DraftSummary;
  action: MessageId;
  onRemove: (draft: DraftSummary) => void;
}

/** Continues or discards a draft. */
export function DraftActions({ draft, action, onRemove }: DraftActionsProps) {
  const intl = useIntl();
  const { id, affiliateId, name } = draft;
  return (
    <span className="flex flex-none items-center gap-2 max-sm:flex-[1_0_100%] sm:max-w-1/2">
      <Link className={clsx(buttonClass({ kind: 'outlined' }), 'max-sm:flex-1')} to={fillFormPath(id, affiliateId)}>
        <FormattedMessage id={action} />
      </Link>
      <IconButton
        className="-me-3"
        label={intl.formatMessage({ id: 'forms.list.throw_away' }, { name })}
        onClick={() => onRemove(draft)}
      >
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
