import { useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';

interface SettingSave {
  isSaved: boolean;
  run: (save: () => Promise<void>) => Promise<void>;
}

/** Saves a setting and reports the result. If several saves run, only the last one is reported as saved. */
export function useSettingSave(): SettingSave {
  const [isSaved, setIsSaved] = useState(false);
  const latest = useRef(0);
  return {
    isSaved,
    run: async (save) => {
      latest.current += 1;
      const saveNumber = latest.current;
      setIsSaved(false);
      try {
        await save();
        if (saveNumber === latest.current) setIsSaved(true);
      } catch (error) {
        showToast({ text: <FormattedMessage id={toErrorMessageId(error)} /> });
      }
    },
  };
}

/** Rendered while empty, because screen readers announce only changes of existing live regions. */
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
