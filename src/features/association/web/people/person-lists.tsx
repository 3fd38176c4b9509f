import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { stateName } from '#features/applications/shared/labels.ts';
import type { ApplicationState } from '#features/applications/shared/steps.ts';
import { fromCardDate } from '#features/certifications/shared/card-date.ts';
import { Chip } from '#ui/display/chip.tsx';
import type { PersonFile } from '#features/association/shared/contract.ts';
import { OutsideCard } from './outside-card.tsx';
import { detailEnd, detailRows, detailTitle } from '#features/association/web/facts.tsx';

const queues: Partial<Record<ApplicationState, string>> = {
  SubmittedToAssociation: 'waiting',
  PaymentDue: 'payment',
  Returned: 'returned',
  Completed: 'done',
  Rejected: 'done',
};

/** The person's relatives, cards, applications and counts, with links. */
export function PersonLists({ person }: { person: PersonFile }) {
  const { role, guardians, children, certifications, outsideCards, applications, counts } = person;
  // Stores don't dive, and staff rarely do.
  const isDiver = role !== 'store' && (role !== 'staff' || counts.dives + counts.forms > 0);
  return (
    <>
      {!person.isMinor && guardians.length > 0 && <People name="guardians" people={guardians} />}
      {children.length > 0 && <People name="children" people={children} />}
      {certifications.length > 0 && (
        <List name="certifications">
          {certifications.map((card) => (
            <li key={card.licenseID}>
              <Link to={`/desk/cards?search=${card.licenseID}&open=${card.licenseID}`}>{card.name}</Link>
              {card.isRevoked && (
                <Chip status="returned" hasIcon={false}>
                  <FormattedMessage id="association.card.revoked" />
                </Chip>
              )}
              <span className={detailEnd}>
                <FormattedDay value={fromCardDate(card.certDate) ?? ''} />
              </span>
            </li>
          ))}
        </List>
      )}
      {outsideCards.length > 0 && (
        <List name="outside_cards">
          {outsideCards.map((card) => (
            <OutsideCard key={card.id} affiliateId={person.affiliateId} card={card} />
          ))}
        </List>
      )}
      {applications.length > 0 && <Applications person={person} applications={applications} />}
      <List name="counts">
        <Counted
          name="orders"
          count={counts.orders}
          to={`/desk/orders?search=${encodeURIComponent(person.email ?? person.name)}`}
        />
        {isDiver && <Counted name="dives" count={counts.dives} />}
        {isDiver && <Counted name="forms" count={counts.forms} />}
      </List>
    </>
  );
}

function List({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={detailTitle}>
        <FormattedMessage id={`association.person.${name}` as MessageId} />
      </h3>
      <ul className={detailRows}>{children}</ul>
    </section>
  );
}

function People({ name, people }: { name: string; people: PersonFile['guardians'] }) {
  return (
    <List name={name}>
      {people.map(({ affiliateId, name: called }) => (
        <li key={affiliateId}>
          <Link to={`/desk/people/${affiliateId}`}>
            <bdi>{called}</bdi>
          </Link>
          <span className={clsx(detailEnd, 'num')}>{affiliateId}</span>
        </li>
      ))}
    </List>
  );
}

function Applications({ person, applications }: { person: PersonFile; applications: PersonFile['applications'] }) {
  const intl = useIntl();
  const { pathname } = useLocation();
  return (
    <List name="applications">
      {applications.map(({ id, name, state, stateDate }) => (
        <li key={id}>
          <Link to={getApplicationPath(person.affiliateId, id, state as ApplicationState)} state={{ from: pathname }}>
            {name}
          </Link>
          <span className="text-ink-2">{stateName(intl, state as ApplicationState)}</span>
          <span className={detailEnd}>
            <FormattedDay value={stateDate} />
          </span>
        </li>
      ))}
    </List>
  );
}

/** Links to the application's queue, or to its own page if it is not at the desk. */
function getApplicationPath(affiliateId: number, id: number, state: ApplicationState): string {
  const queue = queues[state];
  return queue === undefined ? `/applications/${id}` : `/desk/applications/${queue}?search=${affiliateId}&open=${id}`;
}

function Counted({ name, count, to }: { name: string; count: number; to?: string }) {
  const text = <FormattedMessage id={`association.person.count_${name}` as MessageId} values={{ count }} />;
  return <li>{to !== undefined && count > 0 ? <Link to={to}>{text}</Link> : <span>{text}</span>}</li>;
}
