import { BadgeCheck, Store } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { formatPlace } from '#platform/web/i18n/format-place.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import type { FoundProfessional } from './find-professional.ts';

const kindIcons = { store: Store, member: BadgeCheck } as const;

interface FoundProfessionalsProps {
  found: readonly FoundProfessional[];
  /** The field in which the number was typed has gone. */
  takesFocus: boolean;
  onOther: () => void;
}

/** Who it is and where, so that a wrong number is seen before anything goes on. */
export function FoundProfessionals({ found, takesFocus, onOther }: FoundProfessionalsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} tabIndex={-1} aria-live="polite">
      <ul className="rows">
        {found.map((one, index) => {
          const Icon = kindIcons[one.kind];
          return (
            <Row
              key={one.kind}
              wrapsOnPhone
              start={
                <Disc tone="accent">
                  <Icon size={20} />
                </Disc>
              }
              title={<bdi>{one.name}</bdi>}
              text={
                <FormattedMessage
                  id={`professionals.confirm.${one.kind}_found`}
                  values={{ place: <bdi>{formatPlace(one)}</bdi>, number: <bdi className="num">{one.number}</bdi> }}
                />
              }
              end={
                index === 0 && (
                  <Button kind="quiet" onClick={onOther}>
                    <FormattedMessage id="professionals.confirm.other" />
                  </Button>
                )
              }
            />
          );
        })}
      </ul>
    </div>
  );
}
