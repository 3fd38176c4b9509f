import { createContext, use, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Span, RichText } from '#features/learning/shared/content.ts';
import { lessonPath } from '#features/learning/web/learner-paths.ts';

/** Package of the lesson links in the text. */
export const PackageContext = createContext('');

export function RichTextView({ text }: { text: RichText }) {
  const packageId = use(PackageContext);
  return withPlaces(text).map(({ item, place }) => <SpanView key={place} span={item} packageId={packageId} />);
}

function SpanView({ span, packageId }: { span: Span; packageId: string }): ReactNode {
  let node: ReactNode = span.text;
  if (span.isEmphasis) node = <em>{node}</em>;
  if (span.isStrong) node = <strong>{node}</strong>;
  return span.lesson === undefined ? node : <Link to={lessonPath(packageId, span.lesson)}>{node}</Link>;
}

export function Paragraphs({ paragraphs }: { paragraphs: readonly RichText[] }) {
  return withPlaces(paragraphs).map(({ item, place }) => (
    <p key={place}>
      <RichTextView text={item} />
    </p>
  ));
}

/** Spans and paragraphs never move, so their index serves as the key. */
export function withPlaces<Item>(items: readonly Item[]): { item: Item; place: number }[] {
  return items.map((item, place) => ({ item, place }));
}

export const toPlainText = (spans: RichText) => spans.map(({ text }) => text).join('');
