import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { useChildren } from '#platform/web/session/use-person-switch.tsx';
import { PersonSwitch, type PersonSwitchProps } from '#ui/navigation/person-switch.tsx';

const ownId = 0;

/** Lets a guardian choose who dives; the store named by the link stays. */
export function DiverSwitch() {
  const intl = useIntl();
  const [query] = useSearchParams();
  const { affiliateId, isOwn } = useActingFor();
  const { data: children = [] } = useChildren();
  const searchFor = (id: number) => {
    const next = new URLSearchParams(query);
    if (id === ownId) next.delete('for');
    else next.set('for', String(id));
    return `?${next}`;
  };
  const link: PersonSwitchProps['link'] = (id, { children: content, ...props }) => (
    <Link {...props} to={{ pathname: '/dsd', search: searchFor(id) }}>
      {content}
    </Link>
  );
  return (
    <PersonSwitch
      label={intl.formatMessage({ id: 'dsd.who.label' })}
      people={[
        { id: ownId, name: <FormattedMessage id="dsd.who.you" />, isCurrent: isOwn },
        ...children.map((child) => ({
          id: child.affiliateId,
          name: <FormattedMessage id="dsd.who.child" values={{ name: <bdi>{child.firstName}</bdi> }} />,
          isCurrent: child.affiliateId === affiliateId,
        })),
      ]}
      link={link}
    />
  );
}
