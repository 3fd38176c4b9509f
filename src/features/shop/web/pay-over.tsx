import { FormattedMessage } from 'react-intl';
import { ButtonLink } from '../../../ui/button.tsx';
import { CardDrawing } from '../../../ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '../../../ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { returnAddress } from './return-address.ts';

type PayOverProps =
  | { state: 'paid' | 'expired'; returnPath: string }
  /** Nobody knows where somebody with such a link came from. */
  | { state: 'unknown'; returnPath?: never };

/** A link by which nothing can be paid any more. */
export function PayOver({ state, returnPath = '/' }: PayOverProps) {
  return (
    <EmptyState
      level={1}
      drawing={state === 'paid' ? <CardDrawing /> : <LifeRingDrawing />}
      title={<FormattedMessage id={`shop.pay.${state}`} />}
      text={<FormattedMessage id={`shop.pay.${state}_text`} />}
      action={
        <ButtonLink kind="outlined" href={returnAddress(returnPath, state === 'paid' ? 'paid' : null)}>
          <FormattedMessage id="shop.pay.return" />
        </ButtonLink>
      }
    />
  );
}
