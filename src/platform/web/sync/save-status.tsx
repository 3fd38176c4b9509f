import type { ReactNode } from 'react';
import { FormattedMessage, FormattedTime } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';

const indicatorStates = {
  untouched: 'saved',
  kept: 'saving',
  saving: 'saving',
  saved: 'saved',
  offline: 'offline',
  local: 'offline',
  refused: 'offline',
  stale: 'failed',
  unkept: 'failed',
} as const;

interface SaveTextProps {
  save: { kind: keyof typeof indicatorStates; at?: Date | null };
  /** The message of the state; `time` is the time of the last save. */
  id: MessageId;
}

interface SaveStatusProps extends SaveTextProps {
  before?: ReactNode;
  after?: ReactNode;
}

/** Shows and announces whether changes are saved. */
export function SaveStatus({ before, after, ...text }: SaveStatusProps) {
  return (
    <SaveIndicator state={indicatorStates[text.save.kind]}>
      {before}
      <SaveText {...text} />
      {after}
    </SaveIndicator>
  );
}

export function SaveText({ save: { at }, id }: SaveTextProps) {
  return <FormattedMessage id={id} values={{ time: at ? <FormattedTime value={at} timeStyle="short" /> : '' }} />;
}
