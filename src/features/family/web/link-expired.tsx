import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ApiError } from '#platform/web/client/client.ts';

/** True for a link that has expired, was used or never existed. */
export function isLinkExpired(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}

export function LinkExpired({ text }: { text: MessageId }) {
  return (
    <EmptyState
      level={1}
      drawing={<LifeRingDrawing />}
      title={<FormattedMessage id="family.over.title" />}
      text={<FormattedMessage id={text} />}
    />
  );
}
