import { ShoppingBag } from 'lucide-react';
import { Rows } from '../../../../ui/row.tsx';
import { HeldCodes } from '../codes/held-codes.tsx';
import { StudentsLink } from './students.tsx';
import { WayRow } from './way-row.tsx';

/** What a professional has besides what they learn. */
export function Teaching() {
  return (
    <>
      <StudentsLink />
      <div className="mt-4">
        <Rows>
          <WayRow
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
