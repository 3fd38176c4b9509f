import { createContext, use, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Span, RichText as WordList } from '#features/learning/shared/content.ts';
import { lessonPath } from '#features/learning/web/learner-paths.ts';

/** Package of the lesson links in the text. */
export const PackageContext = createContext('');

export function RichTextView({ words }: { words: WordList }) {
  const packageId = use(PackageContext);
  return withPlaces(words).map(({ item, place }) => <SpanView key={place} span={item} packageId={packageId} />);
}

function SpanView({ span, packageId }: { span: Span; packageId: string }): ReactNode {
  let node: ReactNode = span.text;
  if (span.isEmphasis) node = <em>{node}</em>;
  if (span.isStrong) node = <strong>{node}</strong>;
  return span.lesson === undefined ? node : <Link to={lessonPath(packageId, span.lesson)}>{node}</Link>;
}

export function Paragraphs({ paragraphs }: { paragraphs: readonly WordList[] }) {
  return withPlaces(paragraphs).map(({ item, place }) => (
    <p key={place}>
      <RichTextView words={item} />
    </p>
  ));
}

/** Spans and paragraphs never move, so their index serves as the key. */
export function withPlaces<Item>(items: readonly Item[]): { item: Item; place: number }[] {
  return items.map((item, place) => ({ item, place }));
}

export const toPlainText = (words: WordList) => words.map(({ text }) => text).join('');
