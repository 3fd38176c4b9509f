import { Hourglass, PencilLine, Signature } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Disc, Row, DividedList } from '#ui/lists/row.tsx';
import type { FamilyChild } from '#features/family/shared/contract.ts';
import { type FormUpdate, type ChildUpdates, listForChild } from './child-updates.ts';

/** Forms that need the reader's signature are coral. The section is hidden without open forms. */
export function ChildForms({ updates, child }: { updates: ChildUpdates<FormUpdate>; child: FamilyChild }) {
  const forms = listForChild(updates, child.affiliateId);
  if (forms.length === 0) return null;
  const name = <bdi>{child.firstName}</bdi>;
  return (
    <section>
      <h3 className="mb-1">
        <FormattedMessage id="family.forms.title" />
      </h3>
      <DividedList>
        {forms.map((form) => {
          const needsYou = form.waitsFor === 'you' && form.isSigning;
          const Icon = needsYou ? Signature : form.isSigning ? Hourglass : PencilLine;
          return (
            <Row
              key={form.id}
              wrapsOnPhone
              start={
                <Disc tone={needsYou ? 'coral' : 'sand'}>
                  <Icon size={20} />
                </Disc>
              }
              title={<bdi>{form.name}</bdi>}
              text={
                <FormattedMessage
                  id={form.isSigning ? `family.forms.${form.waitsFor}` : 'family.forms.filling'}
                  values={{ name }}
                />
              }
              end={
                <Link className={buttonClass({ kind: needsYou ? 'filled' : 'outlined' })} to={form.path}>
                  <FormattedMessage id={needsYou ? 'family.forms.sign' : 'family.forms.open'} />
                </Link>
              }
            />
          );
        })}
      </DividedList>
    </section>
  );
}
