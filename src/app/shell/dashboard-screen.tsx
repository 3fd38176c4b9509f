import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { currentSession } from '../../features/account/web/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DiverDrawing } from '../../ui/drawings/diver-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page.tsx';
import { fullName } from './names.ts';

/** The learning dashboard until there is something to learn: it greets, and offers what can be done already. */
export function DashboardScreen() {
  const { user } = currentSession();
  return (
    <>
      <PageHead
        title={
          <FormattedMessage
            id="shell.dashboard.greeting"
            values={{ name: <bdi>{user.given_name || fullName(user)}</bdi> }}
          />
        }
        text={<FormattedMessage id="shell.dashboard.text" />}
      />
      <div className="mt-6">
        <EmptyState
          isCard
          drawing={<DiverDrawing />}
          title={<FormattedMessage id="shell.dashboard.emptyTitle" />}
          text={<FormattedMessage id="shell.dashboard.emptyText" />}
          action={
            <Link className={buttonClass()} to="/logbook/list">
              <FormattedMessage id="shell.dashboard.action" />
            </Link>
          }
        />
      </div>
    </>
  );
}
