import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Rows } from '#ui/lists/row.tsx';
import type { HeldCode } from '#features/learning/shared/codes-contract.ts';
import { useFirstHeldCodes } from '#features/learning/web/dashboard/dashboard-queries.ts';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { HeldCodeRow } from './held-code-row.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** The first codes; a page of their own has all. */
export function HeldCodes() {
  return (
    <QuerySection
      title="learning.held.title"
      query={useFirstHeldCodes()}
      skeleton={<RowsSkeleton rows={3} />}
      isEmpty={({ total }) => total === 0}
    >
      {({ total, counts: { free, shared, redeemed }, items }) => (
        <>
          <p className="mb-3 text-sm text-ink-2">
            <FormattedMessage id="learning.held.counts" values={{ free, shared, redeemed }} />
          </p>
          <HeldCodeRows codes={items} />
          {items.length < total && (
            <Link className={clsx(buttonClass({ kind: 'quiet' }), 'mt-3')} to="/pro/codes">
              <FormattedMessage id="learning.held.all" values={{ count: total }} />
            </Link>
          )}
        </>
      )}
    </QuerySection>
  );
}

export function HeldCodeRows({ codes }: { codes: readonly HeldCode[] }) {
  const [shared, setShared] = useState<HeldCode | null>(null);
  return (
    <>
      <Rows>
        {codes.map((code) => (
          <HeldCodeRow key={`${code.couponCode} ${code.createdDate}`} code={code} onShare={() => setShared(code)} />
        ))}
      </Rows>
      <Suspense>{shared && <ShareDialog code={shared} onClose={() => setShared(null)} />}</Suspense>
    </>
  );
}
