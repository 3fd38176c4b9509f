import { useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { SaveState } from '../../../ui/save-state.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { messageOf } from './account-failure.ts';

interface Saving {
  isSaved: boolean;
  run: (save: () => Promise<void>) => Promise<void>;
}

/** A choice that is kept at once: quietly said, or loudly when it was not. Of several the last one speaks. */
export function useSaving(): Saving {
  const [isSaved, setIsSaved] = useState(false);
  const latest = useRef(0);
  return {
    isSaved,
    run: async (save) => {
      latest.current += 1;
      const turn = latest.current;
      setIsSaved(false);
      try {
        await save();
        if (turn === latest.current) setIsSaved(true);
      } catch (error) {
        showToast({ text: <FormattedMessage id={messageOf(error)} /> });
      }
    },
  };
}

/** Is there while empty, so that a screen reader hears what comes into it. */
export function SavedNote({ saving }: { saving: Saving }) {
  return (
    <div aria-live="polite">
      {saving.isSaved && (
        <SaveState state="saved">
          <FormattedMessage id="account.settings.saved" />
        </SaveState>
      )}
    </div>
  );
}
