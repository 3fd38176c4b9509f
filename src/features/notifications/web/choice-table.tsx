import { clsx } from 'clsx';
import { useIntl } from 'react-intl';
import { Switch } from '#ui/fields/switch.tsx';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';
import type { NotificationChoice } from '#features/notifications/shared/contract.ts';

const headCell = 'pt-4 pb-2 text-center text-xs font-text text-ink-3';

interface ChoiceTableProps {
  choices: readonly NotificationChoice[];
  onChoose: (choice: NotificationChoice) => void;
}

/** The table lets screen readers name each switch by its row and column. */
export function ChoiceTable({ choices, onChoose }: ChoiceTableProps) {
  const intl = useIntl();
  const portal = intl.formatMessage({ id: 'notifications.choices.portal' });
  const mail = intl.formatMessage({ id: 'notifications.choices.mail' });
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr>
          <th scope="col" className={headCell}>
            <VisuallyHidden>{intl.formatMessage({ id: 'shell.notifications' })}</VisuallyHidden>
          </th>
          <th scope="col" className={clsx(headCell, 'w-22')}>
            {portal}
          </th>
          <th scope="col" className={clsx(headCell, 'w-22')}>
            {mail}
          </th>
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <tr key={choice.kind} className="border-line not-first:border-t">
            <th scope="row" className="py-3 text-start font-text">
              {choice.title}
              {choice.is_required && (
                <span className="block text-xs text-ink-3">
                  {intl.formatMessage({ id: 'notifications.choices.required' })}
                </span>
              )}
            </th>
            <td className="w-22 text-center">
              <Switch
                label={`${choice.title}: ${portal}`}
                isLabelHidden
                checked={choice.in_portal}
                disabled={choice.is_required || !choice.can_portal}
                onChange={(event) => onChoose({ ...choice, in_portal: event.target.checked })}
              />
            </td>
            <td className="w-22 text-center">
              <Switch
                label={`${choice.title}: ${mail}`}
                isLabelHidden
                checked={choice.by_mail}
                disabled={choice.is_required || !choice.can_mail}
                onChange={(event) => onChoose({ ...choice, by_mail: event.target.checked })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
