import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useNavigate, useSearchParams } from 'react-router';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { useChildren } from '#platform/web/session/use-person-switch.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { newChildParameter } from '#features/dsd/shared/rules.ts';

/** Renders the family feature's dialog. */
export type AddChildSlot = (props: { onAdded: (affiliateId: number) => void; onClose: () => void }) => ReactNode;

/**
 * Adds a child and continues in the child's journey. A guardian who comes from the public page and has no child yet is
 * asked immediately; others choose from their children. Guests, who may be children, don't see it.
 */
export function NewChild({ addChild }: { addChild: AddChildSlot }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { isOwn } = useActingFor();
  const { data: children } = useChildren();
  const isGuardian = children !== undefined && children.length > 0;
  const isRequested = search.has(newChildParameter) && children?.length === 0;
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  if (!isOwn || !(isGuardian || search.has(newChildParameter))) return null;
  const continueFor = (affiliateId: number) => {
    const next = new URLSearchParams(search);
    next.delete(newChildParameter);
    next.set('for', String(affiliateId));
    void navigate({ pathname: '/dsd', search: `?${next}` }, { replace: true });
  };
  return (
    <div>
      <Button kind="quiet" className="-ms-3" onClick={() => setIsOpen(true)}>
        <FormattedMessage id="dsd.who.add_child" />
      </Button>
      {(isOpen ?? isRequested) && addChild({ onAdded: continueFor, onClose: () => setIsOpen(false) })}
    </div>
  );
}
