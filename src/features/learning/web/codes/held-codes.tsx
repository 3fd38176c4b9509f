import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../../ui/button.tsx';
import { Chip, type ChipStatus } from '../../../../ui/chip.tsx';
import type { HeldCode } from '../../shared/codes-contract.ts';
import { useHeldCodes } from '../dashboard/dashboard-queries.ts';
import { dateText } from '../learning-words.ts';
import { Part, RowsSkeleton } from '../part.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

const chips: Record<HeldCode['state'], ChipStatus> = {
  free: 'draft',
  shared: 'pending',
  redeemed: 'verified',
  expired: 'logged',
};
const shownAtFirst = 6;
const order = ['free', 'shared', 'redeemed', 'expired'];

/** The codes of a store or a professional, what became of each, and sending one. */
export function HeldCodes() {
  return (
    <Part
      title="learning.held.title"
      query={useHeldCodes()}
      skeleton={<RowsSkeleton rows={3} />}
      isEmpty={(list) => list.length === 0}
    >
      {(list) => <CodeList list={list} />}
    </Part>
  );
}

function CodeList({ list }: { list: readonly HeldCode[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const [shared, setShared] = useState<HeldCode | null>(null);
  const counts = Object.groupBy(list, ({ state }) => state);
  const sorted = list.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst);
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">
        <FormattedMessage
          id="learning.held.counts"
          values={{
            free: counts.free?.length ?? 0,
            shared: counts.shared?.length ?? 0,
            redeemed: counts.redeemed?.length ?? 0,
          }}
        />
      </p>
      <ul className="rows card px-5">
        {shown.map((code) => (
          <HeldItem key={code.couponCode} code={code} onShare={() => setShared(code)} />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button kind="quiet" className="mt-3" onClick={() => setIsWhole(true)}>
          <FormattedMessage id="learning.held.all" values={{ count: sorted.length }} />
        </Button>
      )}
      <Suspense>{shared && <ShareDialog code={shared} onClose={() => setShared(null)} />}</Suspense>
    </>
  );
}

function HeldItem({ code, onShare }: { code: HeldCode; onShare: () => void }) {
  const intl = useIntl();
  const { couponCode, certificationName, state, stateDate } = code;
  return (
    <li className="row wrap-phone">
      <span className="grow">
        <b dir="auto">{certificationName}</b>
        <span>
          <span className="num ltr">{couponCode}</span>
          {stateDate !== null && ` · ${dateText(intl, stateDate)}`}
        </span>
      </span>
      <Chip status={chips[state]} hasIcon={state !== 'free'}>
        <FormattedMessage id={`learning.held.${state}`} />
      </Chip>
      {state === 'free' && (
        <Button
          kind="outlined"
          onClick={onShare}
          aria-label={intl.formatMessage({ id: 'learning.codes.share_named' }, { code: couponCode })}
        >
          <FormattedMessage id="learning.held.send" />
        </Button>
      )}
    </li>
  );
}
