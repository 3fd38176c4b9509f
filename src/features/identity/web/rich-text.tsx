import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function verbatim(chunks: ReactNode) {
  return <b className="ltr">{chunks}</b>;
}

const strongLink = 'py-[15px] font-strong';

export function signUpLink(chunks: ReactNode) {
  return (
    <Link to="?screen=sign-up" className={strongLink}>
      {chunks}
    </Link>
  );
}

export function signInLink(chunks: ReactNode) {
  return (
    <Link to="?screen=sign-in" className={strongLink}>
      {chunks}
    </Link>
  );
}
