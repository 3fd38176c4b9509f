import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Card } from '#ui/layout/card.tsx';
import { RedeemForm } from '#features/learning/web/codes/redeem-form.tsx';
import { sectionMargin } from '#ui/layout/page.tsx';

export function CourseAccess({ title }: { title: string }) {
  const shop = `/training/shop?${new URLSearchParams({ search: title })}`;
  return (
    <section className={sectionMargin} aria-labelledby="access">
      <Card>
        <h2 id="access">
          <FormattedMessage id="learning.access.title" />
        </h2>
        <p className="mt-1 mb-4 text-sm text-ink-2">
          <FormattedMessage id="learning.access.text" />
        </p>
        <RedeemForm kind="filled" />
        <p className="mt-4 text-sm">
          <FormattedMessage id="learning.access.shop" values={{ link: linkTo(shop) }} />
        </p>
      </Card>
    </section>
  );
}

function linkTo(path: string) {
  return (chunks: ReactNode) => <Link to={path}>{chunks}</Link>;
}
