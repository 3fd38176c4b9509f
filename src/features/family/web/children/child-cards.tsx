import { ChevronRight, IdCard } from '#ui/icons/icons.ts';
import { Link } from 'react-router';
import { Disc, RowContent, rowClass } from '#ui/lists/row.tsx';
import type { FamilyChild } from '#features/family/shared/contract.ts';
import { type CardUpdate, type ChildUpdates, listForChild } from './child-updates.ts';
import { ChildSection } from './child-section.tsx';

export function ChildCards({ updates, child }: { updates: ChildUpdates<CardUpdate>; child: FamilyChild }) {
  return (
    <ChildSection
      title="family.cards.title"
      none="family.cards.none"
      updates={updates}
      items={listForChild(updates, child.affiliateId).map(({ id, name, path }) => (
        <li key={id}>
          <Link className={rowClass} to={path}>
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
