import type { LucideIcon } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Disc } from '#ui/lists/row.tsx';
import { LinkRow } from '#features/learning/web/link-row.tsx';

export function ActionRow({
  to,
  icon: Icon,
  title,
  text,
}: {
  to: string;
  icon: LucideIcon;
  title: MessageId;
  text: MessageId;
}) {
  return (
    <LinkRow
      to={to}
      start={
        <Disc tone="accent">
          <Icon size={20} />
        </Disc>
      }
      title={<FormattedMessage id={title} />}
      text={<FormattedMessage id={text} />}
    />
  );
}
