import { ShoppingBag } from '#ui/icons/icons.ts';
import { Rows } from '#ui/lists/row.tsx';
import { HeldCodes } from '#features/learning/web/codes/held-codes.tsx';
import { StudentsLink } from './students-link.tsx';
import { ActionRow } from './action-row.tsx';

export function TeachingSection() {
  return (
    <>
      <StudentsLink />
      <div className="mt-4">
        <Rows>
          <ActionRow
            to="/training/shop?category=course"
            icon={ShoppingBag}
            title="learning.buy_codes"
            text="learning.buy_codes_text"
          />
        </Rows>
      </div>
      <HeldCodes />
    </>
  );
}
