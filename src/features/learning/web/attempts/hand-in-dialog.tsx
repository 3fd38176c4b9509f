import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { TestProps } from './test-title.tsx';

interface HandInDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  kind: TestProps['kind'];
  unanswered: number;
  onHandIn: () => void;
}

/** Asks before a test with unanswered questions is handed in. */
export function HandInDialog({ isOpen, onOpenChange, kind, unanswered, onHandIn }: HandInDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={<FormattedMessage id="learning.player.unanswered" values={{ count: unanswered }} />}
      actions={
        <>
          <Button kind="outlined" onClick={() => onOpenChange(false)}>
            <FormattedMessage id="learning.player.keep_answering" />
          </Button>
          <Button
            onClick={() => {
              onOpenChange(false);
              onHandIn();
            }}
          >
            <FormattedMessage id="learning.player.hand_in_anyway" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id={`learning.player.unanswered_text.${kind === 'review' ? 'review' : 'test'}`} />
      </p>
    </Dialog>
  );
}
