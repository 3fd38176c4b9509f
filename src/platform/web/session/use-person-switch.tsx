import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useActingFor } from './acting-for.ts';
import { sendRequest } from '#platform/web/client/client.ts';

interface Child {
  affiliateId: number;
  firstName: string;
  fullName: string;
}

export const childrenQueryKey = ['account', 'family'] as const;
const url = '/api/account/user/family';

/** The children whose pages one may open; most people have none, and nobody needs to wait for the answer. */
export function useChildren() {
  return useQuery({
    queryKey: childrenQueryKey,
    queryFn: () => sendRequest('GET', url, undefined, url) as Promise<Child[]>,
  });
}

/** The child whose page it is, if it is one's own child's. */
export function useCurrentChild(): Child | undefined {
  const { affiliateId } = useActingFor();
  const { data: children = [] } = useChildren();
  return children.find((child) => child.affiliateId === affiliateId);
}

/** One's own page, which is the address itself, and the same page of each child. */
const ownId = 0;

interface LinkProps {
  className: string;
  'aria-current': 'page' | undefined;
  children: ReactNode;
}

/** For the kit's PersonSwitch. `words` are message ids: what the choice is called, and one's own page. */
export function usePersonSwitch(path: string, words: { label: string; you: string }) {
  const intl = useIntl();
  const { affiliateId, isOwn } = useActingFor();
  const { data: children = [] } = useChildren();
  return {
    label: intl.formatMessage({ id: words.label }),
    people: [
      { id: ownId, name: <FormattedMessage id={words.you} />, isCurrent: isOwn },
      ...children.map((child) => ({
        id: child.affiliateId,
        name: <bdi>{child.firstName}</bdi>,
        isCurrent: child.affiliateId === affiliateId,
      })),
    ],
    link: (id: number, { children: content, ...props }: LinkProps) => (
      <Link {...props} to={{ pathname: path, search: id === ownId ? '' : `?for=${id}` }}>
        {content}
      </Link>
    ),
  };
}
