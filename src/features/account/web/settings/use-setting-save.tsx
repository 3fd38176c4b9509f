import { useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';

interface SettingSave {
  isSaved: boolean;
  run: (save: () => Promise<void>) => Promise<void>;
}

/** A choice that is kept at once: quietly said, or loudly when it was not. Of several the last one speaks. */
export function useSettingSave(): SettingSave {
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
        showToast({ text: <FormattedMessage id={toErrorMessageId(error)} /> });
      }
    },
  };
}

/** Is there while empty, so that a screen reader hears what comes into it. */
export function SavedNote({ saving }: { saving: SettingSave }) {
  return (
    <div aria-live="polite">
      {saving.isSaved && (
        <SaveIndicator state="saved">
          <FormattedMessage id="account.settings.saved" />
        </SaveIndicator>
      )}
    </div>
  );
}
