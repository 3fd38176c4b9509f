import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { boot } from '#platform/web/session/boot.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { DescentDrawing } from '#ui/drawings/descent-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { takesEffectWithinHours } from '#features/preferences/shared/rules.ts';

interface SubscriptionCardProps {
  isSubscribed: boolean;
  unsubscribe: () => Promise<void>;
  subscribe: () => Promise<void>;
  onChange: () => void;
}

/** The newsletter subscription and the button to change it. */
export function SubscriptionCard({ isSubscribed, unsubscribe, subscribe, onChange }: SubscriptionCardProps) {
  /** The last action on this page. */
  const [done, setDone] = useState<'unsubscribed' | 'subscribed' | null>(null);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button is gone, so the focus moves to the heading, which shows the result.
    if (done !== null) card.current?.querySelector('h1')?.focus();
  }, [done]);
  const { form, formProblem, failureCount, isBusy } = useForm({
    check: () => ({}),
    send: async () => {
      await (isSubscribed ? unsubscribe() : subscribe());
      setDone(isSubscribed ? 'unsubscribed' : 'subscribed');
      onChange();
    },
  });
  const messages = messagesFor(isSubscribed, done);
  const values = { brand: boot.brand.shortName, hours: takesEffectWithinHours };
  return (
    <div ref={card}>
      <EmptyState
        isCard
        level={1}
        drawing={isSubscribed ? <BuoyDrawing /> : <DescentDrawing />}
        title={<FormattedMessage id={messages.title} values={values} />}
        text={<FormattedMessage id={messages.text} values={values} />}
        action={
          (isSubscribed || done === 'unsubscribed') && (
            <form {...form} className="mx-auto max-w-[420px]">
              <FormAlert
                failureCount={failureCount}
                problem={formProblem !== null && <FormattedMessage id="preferences.failed" />}
              />
              <Button type="submit" kind={isSubscribed ? 'filled' : 'outlined'} isBusy={isBusy}>
                <FormattedMessage id={isSubscribed ? 'preferences.unsubscribe' : 'preferences.undo'} />
              </Button>
            </form>
          )
        }
      />
    </div>
  );
}

function messagesFor(
  isSubscribed: boolean,
  done: 'unsubscribed' | 'subscribed' | null,
): { title: MessageId; text: MessageId } {
  if (isSubscribed)
    return done === 'subscribed'
      ? { title: 'preferences.link.again.title', text: 'preferences.link.again.text' }
      : { title: 'preferences.link.subscribed.title', text: 'preferences.link.subscribed.text' };
  return done === 'unsubscribed'
    ? { title: 'preferences.link.done.title', text: 'preferences.link.done.text' }
    : { title: 'preferences.link.none.title', text: 'preferences.link.none.text' };
}
