import { EllipsisVertical, FileUp, ListChecks } from '#ui/icons/icons.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { MenuPopover } from '#ui/overlays/menu.tsx';

const FirstNumberDialog = lazy(async () => ({
  default: (await import('#features/logbook/web/imports/first-number-dialog.tsx')).FirstNumberDialog,
}));

const importPath = '/logbook/import';

/** Beside the button that logs a dive. */
export function ImportLink() {
  const intl = useIntl();
  return (
    <Link className={buttonClass({ kind: 'quiet' })} to={importPath}>
      <FileUp size={18} aria-hidden="true" />
      {intl.formatMessage({ id: 'logbook.import.title' })}
    </Link>
  );
}

/** Actions of the whole logbook. */
export function LogbookMenu() {
  const intl = useIntl();
  const navigate = useNavigate();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isNumbering, setIsNumbering] = useState(false);
  const label = intl.formatMessage({ id: 'logbook.form.more' });
  const icon = { size: 20, 'aria-hidden': true } as const;
  return (
    <span className="relative -me-3">
      <IconButton
        ref={trigger}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <EllipsisVertical {...icon} />
      </IconButton>
      {isOpen && (
        <MenuPopover
          label={label}
          triggerRef={trigger}
          isOpen
          onOpenChange={setIsOpen}
          navigate={(href) => void navigate(href)}
          items={[
            {
              id: 'import',
              label: intl.formatMessage({ id: 'logbook.import.title' }),
              icon: <FileUp {...icon} />,
              href: importPath,
            },
            {
              id: 'number',
              label: intl.formatMessage({ id: 'logbook.first.title' }),
              icon: <ListChecks {...icon} />,
              onAction: () => setIsNumbering(true),
            },
          ]}
        />
      )}
      {isNumbering && (
        <Suspense>
          <FirstNumberDialog onClose={() => setIsNumbering(false)} />
        </Suspense>
      )}
    </span>
  );
}
