import { useEffect, useRef, type ComponentProps } from 'react';
import { useContentLanguage } from '#features/learning/web/player/content-language.tsx';
import { Paragraphs, RichTextView } from '#features/learning/web/player/rich-text.tsx';
import { QuestionControl } from './question-control.tsx';

/** A question with its answers. The heading takes the focus when another question appears. */
export function QuestionBody({ index, ...control }: ComponentProps<typeof QuestionControl> & { index: number }) {
  const { question, labelledBy } = control;
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(index);
  useEffect(() => {
    if (previous.current !== index) heading.current?.focus();
    previous.current = index;
  }, [index]);
  const [title, ...more] = question.prompt;
  return (
    <div className="[&>h2+p]:-mt-2 [&>h2+p]:mb-4" {...useContentLanguage()}>
      <h2 id={labelledBy} ref={heading} className="mt-1 mb-5" tabIndex={-1}>
        {title && <RichTextView text={title} />}
      </h2>
      <Paragraphs paragraphs={more} />
      <QuestionControl key={question.id} {...control} />
    </div>
  );
}
