import { BadgeCheck, Store } from '#ui/icons/icons.ts';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { formatPlace } from '#platform/web/i18n/format-place.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Disc, Row, DividedList } from '#ui/lists/row.tsx';
import type { FoundProfessional } from './find-professional.ts';

const kindIcons = { store: Store, member: BadgeCheck } as const;

interface FoundProfessionalsProps {
  found: readonly FoundProfessional[];
  /** Set if the number field, which had the focus, was replaced by this list. */
  takesFocus: boolean;
  onOther: () => void;
}

/** Shows the name and place, so a wrong number is noticed. */
export function FoundProfessionals({ found, takesFocus, onOther }: FoundProfessionalsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) list.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={list} tabIndex={-1} aria-live="polite">
      <DividedList>
        {found.map((professional, index) => {
          const Icon = kindIcons[professional.kind];
          return (
            <Row
              key={professional.kind}
              wrapsOnPhone
              start={
                <Disc tone="accent">
                  <Icon size={20} />
                </Disc>
              }
              title={<bdi>{professional.name}</bdi>}
              text={
                <FormattedMessage
                  id={`professionals.confirm.${professional.kind}_found`}
                  values={{
                    place: <bdi>{formatPlace(professional)}</bdi>,
                    number: <bdi className="num">{professional.number}</bdi>,
                  }}
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
      </DividedList>
    </div>
  );
}
