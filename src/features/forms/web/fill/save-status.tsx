import { FormattedMessage, FormattedTime } from 'react-intl';
import { saveIndicatorStates } from '#platform/web/sync/autosave.ts';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';
import { useAnswersState, useOpenForms } from './form-context.ts';

/** The save status of the answers and, on a phone, the diver's name. */
export function SaveStatus({ hasName = false }: { hasName?: boolean }) {
  const { draft, autosave } = useOpenForms();
  const { save } = useAnswersState(autosave);
  const isSigned = draft.state === 'signing' && save.kind === 'untouched';
  return (
    <SaveIndicator state={saveIndicatorStates[save.kind]}>
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
    </SaveIndicator>
  );
}
