import { Waves } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import type { FamilyChild } from '#features/family/shared/contract.ts';
import { type DiveUpdate, type ChildUpdates, listForChild } from './child-updates.ts';
import { ChildSection } from './child-section.tsx';

export function ChildDives({ updates, child }: { updates: ChildUpdates<DiveUpdate>; child: FamilyChild }) {
  return (
    <ChildSection
      title="family.dives.title"
      none="family.dives.none"
      updates={updates}
      items={listForChild(updates, child.affiliateId)
        .filter(({ dives }) => dives > 0)
        .map((row) => (
          <Row
            key={row.affiliateId}
            start={
              <Disc tone="accent">
                <Waves size={20} />
              </Disc>
            }
            title={<FormattedMessage id="family.dives.count" values={{ count: row.dives }} />}
            text={<DiveSummary {...row} />}
          />
        ))}
    />
  );
}

function DiveSummary({ last, pending, returned }: DiveUpdate) {
  return (
    <>
      {last && (
        <span className="block">
          <FormattedMessage
            id="family.dives.last"
            values={{
              dive: <bdi>{last.place || last.title}</bdi>,
              day: <FormattedDay value={last.day} />,
            }}
          />
        </span>
      )}
      {pending > 0 && (
        <span className="block">
          <FormattedMessage id="family.dives.pending" values={{ count: pending }} />
        </span>
      )}
      {returned > 0 && (
        <span className="block text-coral">
          <FormattedMessage id="family.dives.returned" values={{ count: returned }} />
        </span>
      )}
    </>
  );
}
