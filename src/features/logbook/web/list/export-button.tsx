import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Download } from '#ui/icons/icons.ts';
import { formatViewQuery, toLogFilter, type ListView } from './list-view.ts';

const ExportDialog = lazy(async () => ({
  default: (await import('#features/logbook/web/exports/export-dialog.tsx')).ExportDialog,
}));

/** Offers the dives of the list if it shows a part of the logbook. Drafts can't be exported. */
export function ExportButton({ view, dives }: { view: ListView; dives: number }) {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const isPart = view.tab !== 'drafts' && formatViewQuery({ ...view, sort: 'dive_date_desc' }) !== '?';
  return (
    <>
      <IconButton
        label={intl.formatMessage({ id: 'logbook.export.action' })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Download size={20} aria-hidden="true" />
      </IconButton>
      <Suspense>
        {isOpen && (
          <ExportDialog dives={dives} {...(isPart && { filter: toLogFilter(view) })} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
