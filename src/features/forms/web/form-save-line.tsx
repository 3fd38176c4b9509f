import { FormattedMessage, FormattedTime } from 'react-intl';
import { saveLooks } from '../../../platform/web/autosave.ts';
import { SaveState } from '../../../ui/save-state.tsx';
import { useAnswersState, useOpenForms } from './form-context.ts';

/** Always what is true: where the answers are at this moment, and on a phone whose they are. */
export function SaveLine({ hasName = false }: { hasName?: boolean }) {
  const { draft, autosave } = useOpenForms();
  const { save } = useAnswersState(autosave);
  const isSigned = draft.state === 'signing' && save.kind === 'untouched';
  return (
    <SaveState state={saveLooks[save.kind]}>
      <FormattedMessage
        id={`forms.fill.state.${isSigned ? 'signing' : save.kind}`}
        values={save.kind === 'saved' ? { time: <FormattedTime value={save.at} timeStyle="short" /> } : {}}
      />
      {hasName && !draft.isOwn && (
        <>
          {' · '}
          <FormattedMessage id="forms.fill.for" values={{ name: <bdi>{draft.diverName}</bdi>, age: draft.age }} />
        </>
      )}
    </SaveState>
  );
}
