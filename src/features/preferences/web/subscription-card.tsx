import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
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

/** Where one stands with our own letters, and the one button that changes it. */
export function SubscriptionCard({ isSubscribed, unsubscribe, subscribe, onChange }: SubscriptionCardProps) {
  /** What was pressed here last. */
  const [done, setDone] = useState<'unsubscribed' | 'subscribed' | null>(null);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone; the headline says what it did.
    if (done !== null) card.current?.querySelector('h1')?.focus();
  }, [done]);
  const { form, formProblem, refusals, isBusy } = useForm({
    check: () => ({}),
    send: async () => {
      await (isSubscribed ? unsubscribe() : subscribe());
      setDone(isSubscribed ? 'unsubscribed' : 'subscribed');
      onChange();
    },
  });
  const words = messagesFor(isSubscribed, done);
  const values = { brand: boot.brand.shortName, hours: takesEffectWithinHours };
  return (
    <div ref={card}>
      <EmptyState
        isCard
        level={1}
        drawing={isSubscribed ? <BuoyDrawing /> : <DescentDrawing />}
        title={<FormattedMessage id={words.title} values={values} />}
        text={<FormattedMessage id={words.text} values={values} />}
        action={
          (isSubscribed || done === 'unsubscribed') && (
            <form {...form} className="mx-auto max-w-[420px]">
              <FormAlert
                refusals={refusals}
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

function messagesFor(isSubscribed: boolean, done: 'unsubscribed' | 'subscribed' | null) {
  if (isSubscribed)
    return done === 'subscribed'
      ? { title: 'preferences.link.again.title', text: 'preferences.link.again.text' }
      : { title: 'preferences.link.subscribed.title', text: 'preferences.link.subscribed.text' };
  return done === 'unsubscribed'
    ? { title: 'preferences.link.done.title', text: 'preferences.link.done.text' }
    : { title: 'preferences.link.none.title', text: 'preferences.link.none.text' };
}
