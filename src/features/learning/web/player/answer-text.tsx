import { useIntl } from 'react-intl';
import { writeNumber } from '../../../../platform/web/typed-number.ts';
import type { Answer, Question } from '../../shared/content.ts';
import { placed, Words } from './words.tsx';

/** An answer in words. */
export function AnswerText({ question, answer }: { question: Question; answer: Answer }) {
  const { locale } = useIntl();
  const wordsOf = (id: string) => question.options.find((option) => option.id === id)?.text ?? [];
  switch (question.type) {
    case 'number': {
      const unit = question.unit === null ? '' : ` ${question.unit}`;
      return <bdi>{writeNumber(Number(answer[0]), locale) + unit}</bdi>;
    }
    case 'hotspot': {
      return question.spots.find(({ id }) => id === answer[0])?.name;
    }
    case 'match': {
      return (
        <ul>
          {placed(question.terms).map(({ item, place }) => (
            <li key={place}>
              <Words words={item} />: <Words words={wordsOf(answer[place] ?? '')} />
            </li>
          ))}
        </ul>
      );
    }
    default: {
      const List = question.type === 'order' ? 'ol' : 'ul';
      if (answer.length === 1) return <Words words={wordsOf(answer[0] ?? '')} />;
      return (
        <List>
          {answer.map((id) => (
            <li key={id}>
              <Words words={wordsOf(id)} />
            </li>
          ))}
        </List>
      );
    }
  }
}
