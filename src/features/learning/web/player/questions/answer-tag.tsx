import { FormattedMessage } from 'react-intl';
import { useLocale } from '../../../../../platform/web/i18n.tsx';
import { classNames } from '../../../../../ui/class-names.ts';
import { directionOf, intlTag } from '../../../../../platform/shared/locale.ts';

/** A word of the page inside words of the course. */
export function AnswerTag({ state, count = 1 }: { state: 'tried' | 'right' | 'wrong'; count?: number }) {
  const locale = useLocale();
  return (
    <span
      className={classNames('answer-tag', state === 'right' && 'right')}
      lang={intlTag(locale)}
      dir={directionOf(locale)}
    >
      <FormattedMessage id={`learning.player.tag.${state}`} values={{ count }} />
    </span>
  );
}
