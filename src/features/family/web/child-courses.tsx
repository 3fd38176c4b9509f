import { FormattedMessage, useIntl } from 'react-intl';
import { Ring } from '../../../ui/ring.tsx';
import { Row } from '../../../ui/row.tsx';
import type { FamilyChild } from '../shared/contract.ts';
import { type CourseNews, type News, of } from './child-news.ts';
import { ChildPart } from './child-part.tsx';

export function ChildCourses({ news, child }: { news: News<CourseNews>; child: FamilyChild }) {
  const intl = useIntl();
  return (
    <ChildPart
      title="family.courses.title"
      none="family.courses.none"
      news={news}
      items={of(news, child.affiliateId).map(({ id, title, share, isDone, next }) => (
        <Row
          key={id}
          // Whoever has one lesson left is not done.
          start={<Ring share={share} text={intl.formatNumber(Math.floor(share * 100) / 100, { style: 'percent' })} />}
          title={<bdi>{title}</bdi>}
          text={
            isDone ? (
              <FormattedMessage id="family.courses.done" />
            ) : (
              next !== null && <FormattedMessage id="family.courses.next" values={{ step: <bdi>{next}</bdi> }} />
            )
          }
        />
      ))}
    />
  );
}
