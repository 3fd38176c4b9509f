import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';

const FirstNumberDialog = lazy(async () => ({
  default: (await import('./first-number-dialog.tsx')).FirstNumberDialog,
}));

/** Opens the setting for people who logged dives elsewhere before. */
export function FirstNumberButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {/* The margins are not the button's, because it is as wide as its container at most. */}
      <div className="-mx-3">
        <Button kind="quiet" onClick={() => setIsOpen(true)}>
          <FormattedMessage id="logbook.first.title" />
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <FirstNumberDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
