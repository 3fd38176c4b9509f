import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { DescentDrawing } from '#ui/drawings/descent-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { ListView } from './list-view.ts';
import { LogDiveButton } from './log-dive-button.tsx';

export function LogbookEmpty() {
  return (
    <div className="mt-6">
      <EmptyState
        isCard
        drawing={<DescentDrawing />}
        title={<FormattedMessage id="logbook.list.empty" />}
        text={<FormattedMessage id="logbook.list.empty_text" />}
        action={<LogDiveButton />}
      />
    </div>
  );
}

const titles = {
  all: 'logbook.list.none_status',
  training: 'logbook.list.none_training',
  recreational: 'logbook.list.none_recreational',
  drafts: 'logbook.list.none_drafts',
} as const;

/** Shown when the filter matches no dives. */
export function FilteredEmpty({ view: { tab, status, search } }: { view: ListView }) {
  const isSearch = search !== '';
  const title = isSearch ? 'logbook.list.none_found' : status === null ? titles[tab] : titles.all;
  return (
    <EmptyState
      drawing={<CompassDrawing />}
      title={<FormattedMessage id={title} />}
      text={
        isSearch ? (
          <FormattedMessage id="logbook.list.none_found_text" values={{ search: <bdi>{search}</bdi> }} />
        ) : (
          tab === 'drafts' && <FormattedMessage id="logbook.list.none_drafts_text" />
        )
      }
      action={
        <Link to="/logbook/list" preventScrollReset className={buttonClass({ kind: 'outlined' })}>
          <FormattedMessage id="logbook.list.show_all" />
        </Link>
      }
    />
  );
}
