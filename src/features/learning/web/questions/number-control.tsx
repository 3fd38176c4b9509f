import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FieldFrame } from '#ui/fields/field.tsx';
import { parseNumber, formatNumberInput } from '#platform/web/i18n/number-input.ts';
import { isValidAnswer } from '#features/learning/shared/grading.ts';
import { PageMessage } from '#features/learning/web/player/content-language.tsx';
import type { ControlProps } from './control.ts';

export function NumberControl({ question, labelledBy, draft, onDraft, tries, onAnswer }: ControlProps) {
  const { locale } = useIntl();
  const [text, setText] = useState(() => (draft[0] === undefined ? '' : formatNumberInput(Number(draft[0]), locale)));
  const isLocked = tries !== null && tries.right !== null;
  const read = (typed: string) => {
    const value = parseNumber(typed, locale);
    const answer = value === null ? [] : [formatDigits(value)];
    return answer.length > 0 && isValidAnswer(question, answer) ? answer : [];
  };
  const isUnread = text.trim() !== '' && read(text).length === 0;
  return (
    <FieldFrame
      className="max-w-70"
      size="lg"
      label={<PageMessage id="learning.player.your_answer" />}
      describedBy={labelledBy}
      wrong={isUnread && <PageMessage id="learning.player.not_a_number" />}
    >
      {(control) => (
        <>
          <input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            disabled={isLocked}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onDraft(read(event.target.value));
            }}
            onKeyDown={(event) => {
              const answer = read(text);
              if (event.key === 'Enter' && answer.length > 0) onAnswer(answer);
            }}
          />
          {question.unit !== null && (
            <bdi className="max-w-1/2 flex-none text-(length:--t-md) wrap-anywhere text-ink-2">{question.unit}</bdi>
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** Decimal point, no exponent. */
function formatDigits(value: number): string {
  return value
    .toFixed(6)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');
}
