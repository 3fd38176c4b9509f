import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { SaveStatus } from '#platform/web/sync/save-status.tsx';
import { useAnswersState, useOpenForms } from './form-context.ts';

/** The save status of the answers and, on a phone, the diver's name. */
export function AnswersSaveStatus({ hasName = false }: { hasName?: boolean }) {
  const { draft, autosave } = useOpenForms();
  const { save } = useAnswersState(autosave);
  const isSigned = draft.state === 'signing' && save.kind === 'untouched';
  return (
    <SaveStatus
      save={save}
      id={`forms.fill.state.${isSigned ? 'signing' : save.kind}` as MessageId}
      after={
        hasName &&
        !draft.isOwn && (
          <>
            {' · '}
            <FormattedMessage id="forms.fill.for" values={{ name: <bdi>{draft.diverName}</bdi>, age: draft.age }} />
          </>
        )
      }
    />
  );
}
