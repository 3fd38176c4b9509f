import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Rows } from '#ui/lists/row.tsx';
import type { HeldCode } from '#features/learning/shared/codes-contract.ts';
import { useHeldCodes } from '#features/learning/web/dashboard/dashboard-queries.ts';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { HeldCodeRow } from './held-code-row.tsx';
import { sortHeldCodes } from './held-code-list.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

const shownAtFirst = 6;

export function HeldCodes() {
  return (
    <QuerySection
      title="learning.held.title"
      query={useHeldCodes()}
      skeleton={<RowsSkeleton rows={3} />}
      isEmpty={(list) => list.length === 0}
    >
      {(list) => <CodeList list={list} />}
    </QuerySection>
  );
}

function CodeList({ list }: { list: readonly HeldCode[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const counts = Object.groupBy(list, ({ state }) => state);
  const sorted = sortHeldCodes(list);
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
      <HeldCodeRows codes={shown} />
      {shown.length < sorted.length && (
        <Button kind="quiet" className="mt-3" onClick={() => setIsWhole(true)}>
          <FormattedMessage id="learning.held.all" values={{ count: sorted.length }} />
        </Button>
      )}
    </>
  );
}

export function HeldCodeRows({ codes }: { codes: readonly HeldCode[] }) {
  const [shared, setShared] = useState<HeldCode | null>(null);
  return (
    <>
      <Rows>
        {codes.map((code) => (
          <HeldCodeRow key={code.couponCode} code={code} onShare={() => setShared(code)} />
        ))}
      </Rows>
      <Suspense>{shared && <ShareDialog code={shared} onClose={() => setShared(null)} />}</Suspense>
    </>
  );
}
