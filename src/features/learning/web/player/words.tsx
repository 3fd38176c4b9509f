import { createContext, use, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Span, Words as WordList } from '../../shared/content.ts';
import { lessonPath } from '../learner.ts';

/** The course whose lessons a link in the text means. */
export const PackageContext = createContext('');

export function Words({ words }: { words: WordList }) {
  const packageId = use(PackageContext);
  return placed(words).map(({ item, place }) => <Fragmented key={place} span={item} packageId={packageId} />);
}

function Fragmented({ span, packageId }: { span: Span; packageId: string }): ReactNode {
  let node: ReactNode = span.text;
  if (span.isEmphasis) node = <em>{node}</em>;
  if (span.isStrong) node = <strong>{node}</strong>;
  return span.lesson === undefined ? node : <Link to={lessonPath(packageId, span.lesson)}>{node}</Link>;
}

export function Paragraphs({ paragraphs }: { paragraphs: readonly WordList[] }) {
  return placed(paragraphs).map(({ item, place }) => (
    <p key={place}>
      <Words words={item} />
    </p>
  ));
}

/** Words and paragraphs have no names and never move: their place is what tells them apart. */
export function placed<Item>(items: readonly Item[]): { item: Item; place: number }[] {
  return items.map((item, place) => ({ item, place }));
}

export const plainText = (words: WordList) => words.map(({ text }) => text).join('');
