import { Stethoscope } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { groupPhysicianReasons } from './answers.ts';
import { useAnswersState, useOpenForms, getOwnerValues } from './form-context.ts';

const itemsToBring = ['id', 'medicines', 'reports', 'page'] as const;

/** Explains that a physician is needed, why, and what to bring to the appointment. */
export function PhysicianNote() {
  const intl = useIntl();
  const { draft, autosave } = useOpenForms();
  const { answers } = useAnswersState(autosave);
  const reasons = groupPhysicianReasons(draft.forms, answers);
  const whose = getOwnerValues(draft);
  const count = reasons.reduce((sum, { texts }) => sum + texts.length, 0);
  const numbers = intl.formatList(reasons.flatMap(({ number }) => number ?? []));
  return (
    <div className="empty:absolute" aria-live="polite">
      {reasons.length > 0 && (
        <Callout kind="wait" icon={<Stethoscope size={20} aria-hidden="true" />}>
          <b className="block text-md">
            <FormattedMessage id="forms.fill.physician.title" values={whose} />
          </b>
          <p>
            <FormattedMessage id="forms.fill.physician.why" values={{ count, questions: reasons.length, numbers }} />
            <SentenceSpace />
            <FormattedMessage id="forms.fill.physician.send_next" values={whose} />
          </p>
          <details className="mt-1">
            <summary className="py-1 underline decoration-1 underline-offset-[0.2em] font-strong">
              <FormattedMessage id="forms.fill.physician.more" />
            </summary>
            <ul className="list-disc ps-[1.25em]">
              {reasons.flatMap(({ texts }) =>
                texts.map((text) => (
                  <li key={text} dir="auto">
                    {text}
                  </li>
                )),
              )}
            </ul>
            <p className="mt-2">
              <FormattedMessage id="forms.fill.physician.take" />
            </p>
            <ul className="list-disc ps-[1.25em]">
              {itemsToBring.map((item) => (
                <li key={item}>
                  <FormattedMessage id={`forms.fill.physician.take_${item}`} />
                </li>
              ))}
            </ul>
          </details>
        </Callout>
      )}
    </div>
  );
}
