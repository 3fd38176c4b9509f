import { ExternalLink } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { RowContent, Rows, rowClass } from '#ui/lists/row.tsx';
import { ProSection, ProRow } from './pro-section.tsx';
import { useProfessionalLinks } from './pro-queries.ts';

/** External links of the association, named in the brand file. */
export function ProLinks() {
  return (
    <ProSection
      title="professionals.home.links"
      query={useProfessionalLinks()}
      rows={3}
      isEmpty={(links) => links.length === 0}
      empty="professionals.home.links_empty"
    >
      {(links) => (
        <Rows>
          {links.map(({ name, url, isExternal }) =>
            isExternal ? (
              <li key={url}>
                <a className={rowClass} href={url} target="_blank" rel="noopener noreferrer">
                  <RowContent
                    title={<bdi>{name}</bdi>}
                    end={
                      <>
                        <span className="vh">
                          <FormattedMessage id="professionals.home.new_tab" />
                        </span>
                        <ExternalLink className="flip" size={18} aria-hidden="true" />
                      </>
                    }
                  />
                </a>
              </li>
            ) : (
              <ProRow key={url} to={url} title={<bdi>{name}</bdi>} />
            ),
          )}
        </Rows>
      )}
    </ProSection>
  );
}
