import { FormattedMessage } from 'react-intl';
import { BackLink } from '#ui/layout/back-link.tsx';

export function BackToShopLink({ className }: { className?: string }) {
  return (
    <BackLink to="/training/shop" className={className}>
      <FormattedMessage id="shell.page.shop" />
    </BackLink>
  );
}
