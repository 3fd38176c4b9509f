import { FormattedMessage } from 'react-intl';
import { classNames } from '#ui/styles/class-names.ts';
import { usePageLanguage } from '#features/learning/web/player/content-language.tsx';

/** A page message inside course content. */
export function AnswerTag({ state, count = 1 }: { state: 'tried' | 'right' | 'wrong'; count?: number }) {
  return (
    <span className={classNames('answer-tag', state === 'right' && 'right')} {...usePageLanguage()}>
      <FormattedMessage id={`learning.player.tag.${state}`} values={{ count }} />
    </span>
  );
}
