import { clsx } from 'clsx';
import { Check, Hourglass } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDateTime } from '#platform/shared/format-day.ts';
import type { Choice } from '#features/preferences/shared/contract.ts';
import { takesEffectWithinHours } from '#features/preferences/shared/rules.ts';
import { ChoiceText } from './choice-text.tsx';

const byMessages = {
  self: 'preferences.by.self',
  caller: 'preferences.by.caller',
  other: 'preferences.by.other',
  link: 'preferences.by.link',
} as const satisfies Record<Choice['by'], string>;

const howMessages = {
  'preference-center': 'preferences.how.preference_center',
  'unsubscribe-page': 'preferences.how.unsubscribe_page',
  'one-click': 'preferences.how.one_click',
  'recipient-api': 'preferences.how.recipient_api',
  'sign-up': 'preferences.how.sign_up',
} as const satisfies Record<Choice['how'], string>;

interface ChoiceHistoryProps {
  choices: readonly Choice[];
  /** The name of the page's person; null for the user's own. */
  name: string | null;
}

/** The history of choices, newest first: when, by whom, how, and when it took effect. */
export function ChoiceHistory({ choices, name }: ChoiceHistoryProps) {
  if (choices.length === 0)
    return (
      <p className="text-sm text-ink-2">
        <FormattedMessage id="preferences.history.empty" />
      </p>
    );
  return (
    <ol className="*:border-line *:not-first:border-t">
      {choices.map((choice) => (
        <ChoiceRow key={`${choice.at} ${choice.subject}`} choice={choice} name={name} />
      ))}
    </ol>
  );
}

function ChoiceRow({ choice, name }: { choice: Choice; name: string | null }) {
  const { at, by, how } = choice;
  const intl = useIntl();
  const who = by === 'self' && name !== null ? name : intl.formatMessage({ id: byMessages[by] });
  return (
    <li className="py-4 first:pt-0">
      <b className="block">
        <ChoiceText {...choice} />
      </b>
      <p className="text-sm text-ink-2">
        <time dateTime={at} className="num">
          {formatDateTime(intl, at)}
        </time>
      </p>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="preferences.by_how" values={{ who, how: intl.formatMessage({ id: howMessages[how] }) }} />
      </p>
      <EffectiveDate effectiveAt={choice.effectiveAt} />
    </li>
  );
}

function EffectiveDate({ effectiveAt }: { effectiveAt: string | null }) {
  const intl = useIntl();
  const Icon = effectiveAt === null ? Hourglass : Check;
  return (
    <p
      className={clsx('mt-1 flex gap-2 text-sm', effectiveAt === null ? 'text-sand' : 'text-accent-text')}
      aria-live="polite"
    >
      <Icon size={16} aria-hidden="true" className="mt-[3px] flex-none" />
      <span className="num">
        {effectiveAt === null ? (
          <FormattedMessage id="preferences.effect.waiting" values={{ hours: takesEffectWithinHours }} />
        ) : (
          <FormattedMessage
            id="preferences.effect.since"
            values={{
              at: formatDateTime(intl, effectiveAt),
            }}
          />
        )}
      </span>
    </p>
  );
}
