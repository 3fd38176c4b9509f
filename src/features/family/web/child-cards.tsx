import { ChevronRight, IdCard } from 'lucide-react';
import { Link } from 'react-router';
import { Disc, RowContent } from '../../../ui/row.tsx';
import type { FamilyChild } from '../shared/contract.ts';
import { type CardNews, type News, of } from './child-news.ts';
import { ChildPart } from './child-part.tsx';

export function ChildCards({ news, child }: { news: News<CardNews>; child: FamilyChild }) {
  return (
    <ChildPart
      title="family.cards.title"
      none="family.cards.none"
      news={news}
      items={of(news, child.affiliateId).map(({ id, name, path }) => (
        <li key={id}>
          <Link className="row" to={path}>
            <RowContent
              start={
                <Disc tone="accent">
                  <IdCard size={20} />
                </Disc>
              }
              title={<bdi>{name}</bdi>}
              end={<ChevronRight size={20} className="flip" aria-hidden="true" />}
            />
          </Link>
        </li>
      ))}
    />
  );
}
