import { FormattedMessage } from 'react-intl';
import { clsx } from 'clsx';
import { usePageLanguage } from '#features/learning/web/player/content-language.tsx';

/** A page message inside course content. */
export function AnswerTag({ state, count = 1 }: { state: 'tried' | 'right' | 'wrong'; count?: number }) {
  return (
    <span
      className={clsx('flex-none text-xs font-strong', state === 'right' ? 'text-accent-text' : 'text-coral')}
      {...usePageLanguage()}
    >
      <FormattedMessage id={`learning.player.tag.${state}`} values={{ count }} />
    </span>
  );
}
