import './filled-in.css';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Application } from '../shared/application.ts';
import type { Judged } from '../shared/requirements.ts';
import { fieldName } from '../shared/words.ts';
import { AddressText, CardText, EmptyText, ExerciseText, FirstAidText, NamedText, SaidText } from './filled-values.tsx';
import { GivenSignatureBlock } from './sign-block.tsx';

/** All that was filled in, and who signed for it: for whoever decides about it and changes nothing in it. */
export function FilledIn({ application }: { application: Application }) {
  const { requirements, instructor, store, teachingAddress, statement, signatures } = application;
  return (
    <dl className="filled-in">
      {requirements.filter(isFilledIn).map((requirement) => (
        <Filled key={requirement.id} field={requirement.id}>
          <Answer requirement={requirement} application={application} />
        </Filled>
      ))}
      <Filled field="statement">{statement !== '' && <SaidText text={statement} />}</Filled>
      <Filled field="instructor">
        {instructor && <NamedText name={instructor.name} number={instructor.memberNumber} />}
      </Filled>
      <Filled field="store">{store && <NamedText name={store.name} number={store.storeNumber} />}</Filled>
      <Filled field="teaching_address">{teachingAddress && <AddressText address={teachingAddress} />}</Filled>
      <Filled field="signature">
        {signatures.length > 0 &&
          signatures.map((signature) => <GivenSignatureBlock key={signature.role} signature={signature} />)}
      </Filled>
    </dl>
  );
}

/** The others are known to the portal, or are copies to look at. */
const filledKinds: ReadonlySet<string> = new Set(['card', 'first_aid', 'exercises']);
const isFilledIn = ({ kind }: Judged) => filledKinds.has(kind);

function Filled({ field, children }: { field: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <div>
      <dt>{fieldName(intl, field)}</dt>
      <dd>{children || <EmptyText />}</dd>
    </div>
  );
}

function Answer({ requirement, application }: { requirement: Judged; application: Application }) {
  const { certificationCards, firstAid, exercises } = application;
  const { id, kind, parts } = requirement;
  const card = certificationCards.find(({ place }) => id === `card_${place}`);
  if (card !== undefined) return <CardText card={card} />;
  if (kind === 'first_aid' && firstAid.provider !== '') return <FirstAidText firstAid={firstAid} />;
  if (kind === 'exercises')
    return parts.map((part) => <ExerciseText key={part.id} id={part.id} exercise={exercises[part.id]} />);
  return <EmptyText />;
}
