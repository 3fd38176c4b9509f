import { FormattedMessage } from 'react-intl';
import { Smartphone } from '#ui/icons/icons.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { SlateDrawing } from '#ui/drawings/slate-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Draft, Signer } from '#features/forms/shared/contract.ts';
import { draftPath } from '#features/forms/web/queries.ts';

/** Whether the child can sign on this guardian's device. */
export function canChildSignHere(draft: Draft, signer: Signer): boolean {
  return draft.canHandOver && !draft.isOwn && draft.isMinor && signer.role === 'diver' && signer.signedDate === null;
}

export function signerPath({ id, affiliateId }: Draft, signer: 'ready' | 'diver' | null): string {
  const path = `${draftPath(id)}&for=${affiliateId}`;
  return signer === null ? path : `${path}&signer=${signer}`;
}

interface HandOverScreenProps {
  name: string;
  onReady: () => void;
  onBack: () => void;
}

/** The guardian passes the device to the child, who reads and signs. */
export function HandOverScreen({ name, onReady, onBack }: HandOverScreenProps) {
  const values = { name: <bdi>{name}</bdi> };
  return (
    <EmptyState
      level={1}
      drawing={<SlateDrawing />}
      title={<FormattedMessage id="forms.hand_over.title" values={values} />}
      text={<FormattedMessage id="forms.hand_over.text" values={values} />}
      action={
        <div className="grid justify-center gap-3">
          <Button onClick={onReady}>
            <span>
              <FormattedMessage id="forms.hand_over.ready" values={values} />
            </span>
          </Button>
          <Button kind="quiet" onClick={onBack}>
            <FormattedMessage id="forms.hand_over.back" />
          </Button>
        </div>
      }
    />
  );
}

/** Shown on every step while the child has the device. */
export function HandedOverNotice({ name, onBack }: { name: string; onBack: () => void }) {
  return (
    <div className="mb-4">
      <Callout icon={<Smartphone size={20} aria-hidden="true" />}>
        <p>
          <FormattedMessage id="forms.hand_over.now" values={{ name: <bdi>{name}</bdi> }} />
        </p>
        <LinkButton className="-mb-2 py-2 text-start" onClick={onBack}>
          <FormattedMessage id="forms.hand_over.return" />
        </LinkButton>
      </Callout>
    </div>
  );
}
