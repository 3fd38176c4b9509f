import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';

interface ProfileSectionProps {
  title: MessageId;
  text?: MessageId;
  children: ReactNode;
}

export function ProfileSection({ title, text, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <section className="card p-5 lg:p-6" aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage id={title} />
      </h2>
      {text && (
        <p className="mt-1 text-sm text-ink-2">
          <FormattedMessage id={text} />
        </p>
      )}
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  );
}
