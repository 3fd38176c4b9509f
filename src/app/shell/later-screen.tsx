import { FormattedMessage } from 'react-intl';
import { Link, useMatches } from 'react-router';
import { defaultReturnPath } from '../../platform/shared/return-path.ts';
import { boot } from '../../platform/web/boot.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DescentDrawing } from '../../ui/drawings/descent-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page.tsx';

/** An address whose screen is still to be built says so. */
export function LaterScreen() {
  const { title = 'shell.later.title' } = (useMatches().at(-1)?.handle ?? {}) as { title?: string };
  return (
    <>
      <PageHead title={<FormattedMessage id={title} values={{ club: boot.brand.club }} />} />
      <div className="mt-6">
        <EmptyState
          isCard
          drawing={<DescentDrawing />}
          title={<FormattedMessage id="shell.later.title" />}
          text={<FormattedMessage id="shell.later.text" />}
          action={
            <Link className={buttonClass({ kind: 'outlined' })} to={defaultReturnPath}>
              <FormattedMessage id="shell.later.action" />
            </Link>
          }
        />
      </div>
    </>
  );
}
