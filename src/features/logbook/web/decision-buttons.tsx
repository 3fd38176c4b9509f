import { BadgeCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../ui/button.tsx';
import type { DiveLog } from '../shared/contract.ts';
import { ReturnDialog } from './return-dialog.tsx';
import { useReturn, useVerify } from './use-decisions.ts';

/** What the instructor says to a dive they have seen. */
export function DecisionButtons({ log, isQuiet = false }: { log: DiveLog; isQuiet?: boolean }) {
  const [isReturning, setIsReturning] = useState(false);
  const verify = useVerify();
  const giveBack = useReturn();
  const isBusy = verify.isPending || giveBack.isPending;
  return (
    <>
      <Button kind="outlined" isBusy={isBusy} onClick={() => setIsReturning(true)}>
        <Undo2 size={18} aria-hidden="true" className="flip" />
        <FormattedMessage id="logbook.inbox.return" />
      </Button>
      <Button kind={isQuiet ? 'outlined' : 'filled'} isBusy={isBusy} onClick={() => verify.mutate({ logs: [log] })}>
        <BadgeCheck size={18} aria-hidden="true" />
        <FormattedMessage id="logbook.inbox.verify" />
      </Button>
      {isReturning && (
        <ReturnDialog
          log={log}
          onReturn={(reason, fields) => {
            setIsReturning(false);
            giveBack.mutate({ logs: [log], name: log.diver_name, reason, fields });
          }}
          onClose={() => setIsReturning(false)}
        />
      )}
    </>
  );
}
