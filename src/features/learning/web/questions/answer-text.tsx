import { clsx } from 'clsx';
import { useIntl } from 'react-intl';
import { formatNumberInput } from '#platform/web/i18n/number-input.ts';
import type { Answer, Question } from '#features/learning/shared/content.ts';
import { withPlaces, RichTextView } from '#features/learning/web/player/rich-text.tsx';

export function AnswerText({ question, answer }: { question: Question; answer: Answer }) {
  const { locale } = useIntl();
  const getOptionText = (id: string) => question.options.find((option) => option.id === id)?.text ?? [];
  switch (question.type) {
    case 'number': {
      const unit = question.unit === null ? '' : ` ${question.unit}`;
      return <bdi>{formatNumberInput(Number(answer[0]), locale) + unit}</bdi>;
    }
    case 'hotspot': {
      return question.spots.find(({ id }) => id === answer[0])?.name;
    }
    case 'match': {
      return (
        <ul className="list-disc ps-[1.4em]">
          {withPlaces(question.terms).map(({ item, place }) => (
            <li key={place}>
              <RichTextView text={item} />: <RichTextView text={getOptionText(answer[place] ?? '')} />
            </li>
          ))}
        </ul>
      );
    }
    default: {
      const List = question.type === 'order' ? 'ol' : 'ul';
      if (answer.length === 1) return <RichTextView text={getOptionText(answer[0] ?? '')} />;
      return (
        <List className={clsx('ps-[1.4em]', List === 'ol' ? 'list-decimal' : 'list-disc')}>
          {answer.map((id) => (
            <li key={id}>
              <RichTextView text={getOptionText(id)} />
            </li>
          ))}
        </List>
      );
    }
  }
}
