import { Check, ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { classNames } from '#ui/styles/class-names.ts';
import { usePageLanguage } from '#features/learning/web/player/content-language.tsx';
import { withPlaces, toPlainText, RichTextView } from '#features/learning/web/player/rich-text.tsx';
import type { ControlProps } from './control.ts';

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
    <fieldset className="match-rows" aria-labelledby={labelledBy}>
      {withPlaces(question.terms).map(({ item: term, place: index }) => (
        <div key={index} className={classNames('match-row', isLocked && 'right')}>
          <label htmlFor={`${id}-${index}`}>
            <RichTextView text={term} />
          </label>
          {isLocked ? (
            <p id={`${id}-${index}`} className="match-right">
              <Check size={18} aria-hidden="true" />
              <RichTextView text={question.options.find((option) => option.id === draft[index])?.text ?? []} />
            </p>
          ) : (
            <span className="ctl">
              {/* The select is transparent and covers this text, because a native select cannot wrap a long option. */}
              <span className="match-chosen" aria-hidden="true">
                {draft[index] ? (
                  <RichTextView text={question.options.find((option) => option.id === draft[index])?.text ?? []} />
                ) : (
                  intl.formatMessage({ id: 'learning.player.choose' })
                )}
              </span>
              <select
                id={`${id}-${index}`}
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
              <ChevronsUpDown size={18} aria-hidden="true" />
            </span>
          )}
        </div>
      ))}
    </fieldset>
  );
}
