import { Check, ChevronsUpDown } from '#ui/icons/icons.ts';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { usePageLanguage } from '#features/learning/web/player/content-language.tsx';
import { withPlaces, toPlainText, RichTextView } from '#features/learning/web/player/rich-text.tsx';
import type { ControlProps } from './control.ts';
import { controlClass } from '#ui/fields/field.tsx';
import { clsx } from 'clsx';

/** Uses native selects, which work with touch and assistive technology. */
export function MatchControl({ question, labelledBy, draft, onDraft, tries }: ControlProps) {
  const intl = useIntl();
  const page = usePageLanguage();
  const id = useId();
  const isLocked = tries !== null && tries.right !== null;
  const choose = (index: number, option: string) =>
    // Each option can be used once, so choosing it clears it elsewhere.
    onDraft(
      question.terms.map((_term, place) =>
        place === index ? option : draft[place] === option ? '' : (draft[place] ?? ''),
      ),
    );
  return (
    <fieldset className="grid min-w-0 gap-4" aria-labelledby={labelledBy}>
      {withPlaces(question.terms).map(({ item: term, place: index }) => (
        <div key={index} data-part="pair">
          <label className="mb-1.5 block font-strong" htmlFor={`${id}-${index}`}>
            <RichTextView text={term} />
          </label>
          {isLocked ? (
            <p id={`${id}-${index}`} className="flex gap-2 rounded-box bg-accent-soft px-4 py-3">
              <Check size={18} className="mt-1 text-accent-text" aria-hidden="true" />
              <RichTextView text={question.options.find((option) => option.id === draft[index])?.text ?? []} />
            </p>
          ) : (
            <span className={clsx(controlClass(), 'relative')}>
              {/* The select is transparent and covers this text, because a native select cannot wrap a long option. */}
              <span className="min-w-0 flex-1 py-3 wrap-anywhere" aria-hidden="true">
                {draft[index] ? (
                  <RichTextView text={question.options.find((option) => option.id === draft[index])?.text ?? []} />
                ) : (
                  intl.formatMessage({ id: 'learning.player.choose' })
                )}
              </span>
              <select
                id={`${id}-${index}`}
                className="absolute inset-0 h-full w-full appearance-none text-md opacity-0 outline-0 [&>option]:bg-surface"
                value={draft[index] ?? ''}
                onChange={(event) => choose(index, event.target.value)}
              >
                <option value="" {...page}>
                  {intl.formatMessage({ id: 'learning.player.choose' })}
                </option>
                {question.options.map((option) => (
                  <option key={option.id} value={option.id}>
                    {toPlainText(option.text)}
                  </option>
                ))}
              </select>
              <ChevronsUpDown size={18} className="pointer-events-none flex-none" aria-hidden="true" />
            </span>
          )}
        </div>
      ))}
    </fieldset>
  );
}
