import { FormattedMessage, useIntl } from 'react-intl';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import type { NotificationChoice } from '#features/notifications/shared/contract.ts';
import { type NoticeGroup, noticeGroups } from '#features/notifications/shared/notice.ts';
import { ChoiceTable } from './choice-table.tsx';

interface ChoiceGroupsProps {
  choices: readonly NotificationChoice[];
  onChoose: (choice: NotificationChoice) => void;
  onMute: (group: NoticeGroup, isMuted: boolean) => void;
}

/** One switch per group. The single choices are folded away, and only available while the group is on. */
export function ChoiceGroups({ choices, onChoose, onMute }: ChoiceGroupsProps) {
  const intl = useIntl();
  const byGroup = Map.groupBy(choices, ({ group }) => group);
  return (
    <ul className="grid gap-4">
      {(Object.keys(noticeGroups) as NoticeGroup[]).map((group) => {
        const own = byGroup.get(group);
        if (own === undefined) return null;
        const optional = own.filter(({ is_required: isRequired }) => !isRequired);
        const isOn = optional.some(({ in_portal: inPortal, by_mail: byMail }) => inPortal || byMail);
        const isMuted = optional.length > 0 && optional.every(({ is_muted: isOneMuted }) => isOneMuted);
        const name = intl.formatMessage({ id: `notifications.group.${group}` });
        return (
          <li key={group} className="card px-5 pt-3" data-part="choice-group">
            <div className="flex min-h-tap items-center gap-3">
              <h2 className="min-w-0 flex-1 text-md">{name}</h2>
              {optional.length > 0 ? (
                <Switch
                  label={name}
                  isLabelHidden
                  checked={isOn}
                  onChange={({ target }) => onMute(group, !target.checked)}
                />
              ) : (
                <span className="text-sm text-ink-3">
                  <FormattedMessage id="notifications.choices.required" />
                </span>
              )}
            </div>
            {!isMuted && (
              <Disclosure hasLine={false} title={<Customize group={name} />}>
                <ChoiceTable choices={own} onChoose={onChoose} />
              </Disclosure>
            )}
            {isMuted && <div className="pb-3" />}
          </li>
        );
      })}
    </ul>
  );
}

/** Screen readers need the group's name too, because every group has this button. */
function Customize({ group }: { group: string }) {
  return (
    <span className="text-sm font-text text-ink-2">
      <FormattedMessage id="notifications.choices.customize" />
      <span className="vh">: {group}</span>
    </span>
  );
}
